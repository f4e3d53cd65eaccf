/** Elements in one line each. */

type Child = Node | string | null | false;
type Listeners = { [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K]) => void };
type Attributes = Listeners & Record<string, unknown>;

/** An element with attributes, listeners (`onclick`, …) and children; `test` becomes data-test. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (name === "test") element.dataset.test = String(value);
    else if (name === "class") element.className = String(value);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== false));
  return element;
}

export interface ButtonOptions {
  test: string;
  label: string; // said aloud and shown as a tip
  keys?: string; // shown in the tip
  class?: string;
  press: () => void;
}

/** A button that does not keep the focus when it was pressed with a mouse, so that keys go on to work. */
export function button(options: ButtonOptions, ...children: Child[]): HTMLButtonElement {
  const tip = options.keys ? `${options.label} (${options.keys})` : options.label;
  return h(
    "button",
    {
      type: "button",
      class: options.class ?? "button",
      test: options.test,
      title: tip,
      "aria-label": options.label,
      onmousedown: (event) => event.preventDefault(),
      onclick: options.press,
    },
    ...children,
  );
}

export function setPressed(element: HTMLElement, pressed: boolean): void {
  element.setAttribute("aria-pressed", String(pressed));
}

/** Writes a text only if it is another one. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** With a capital at the beginning, if it begins with a word and not with a name such as drape.yaml. */
export const sentence = (text: string): string =>
  /^[a-z]+[\s,]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/** Lets the browser save something under a name. */
export function download(address: string, name: string): void {
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}
