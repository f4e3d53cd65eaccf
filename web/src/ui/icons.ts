/** Icons, drawn for this page on a grid of 20. */

const PATHS = {
  gallery:
    '<rect x="3" y="3.5" width="6" height="5.5" rx="1.2"/><rect x="11" y="3.5" width="6" height="5.5" rx="1.2"/><rect x="3" y="11" width="6" height="5.5" rx="1.2"/><rect x="11" y="11" width="6" height="5.5" rx="1.2"/>',
  play: '<path d="M6.5 4.2v11.6a.6.6 0 0 0 .92.5l9-5.8a.6.6 0 0 0 0-1l-9-5.8a.6.6 0 0 0-.92.5z" fill="currentColor" stroke="none"/>',
  pause:
    '<rect x="5" y="4" width="3.4" height="12" rx="1" fill="currentColor" stroke="none"/><rect x="11.6" y="4" width="3.4" height="12" rx="1" fill="currentColor" stroke="none"/>',
  step: '<path d="M4.5 5v10a.5.5 0 0 0 .78.42L12.5 10.4a.5.5 0 0 0 0-.83L5.28 4.58A.5.5 0 0 0 4.5 5z" fill="currentColor" stroke="none"/><path d="M15.2 4.6v10.8" stroke-width="2"/>',
  reset: '<path d="M4.2 10a5.8 5.8 0 1 0 1.9-4.3L4 7.6"/><path d="M4 3.8v3.8h3.8"/>',
  undo: '<path d="M7.5 4.5 4 8l3.5 3.5"/><path d="M4 8h7.5a4 4 0 0 1 0 8H8"/>',
  redo: '<path d="M12.5 4.5 16 8l-3.5 3.5"/><path d="M16 8H8.5a4 4 0 0 0 0 8H12"/>',
  grab: '<path d="M6.6 10V5.3a1.2 1.2 0 0 1 2.4 0V9M9 8.8V4.2a1.2 1.2 0 0 1 2.4 0V9M11.4 9V5.2a1.2 1.2 0 0 1 2.4 0V10M13.8 10V7.6a1.15 1.15 0 0 1 2.3 0v4.2c0 3-1.9 5.2-4.9 5.2-2.3 0-3.7-.9-4.8-2.9L4.3 10.9c-.35-.65-.15-1.35.4-1.65.6-.3 1.2-.05 1.55.5L6.6 10.4"/>',
  push: '<path d="M2.8 10h7.6M7.6 6.8 10.8 10l-3.2 3.2"/><path d="M12.6 3.5c0 2.6 2.6 3.4 2.6 6.5s-2.6 3.9-2.6 6.5"/>',
  pin: '<path d="M10 12.2V17"/><path d="M6.9 3.2h6.2M7.7 3.2l.5 4.6-2.6 2.3v1.7h8.8v-1.7l-2.6-2.3.5-4.6"/>',
  cut: '<circle cx="5.2" cy="5.4" r="2.2"/><circle cx="5.2" cy="14.6" r="2.2"/><path d="M7 6.8 16.6 14M7 13.2 16.6 6"/>',
  move: '<path d="M10 2.8v14.4M2.8 10h14.4"/><path d="m7.9 4.9 2.1-2.1 2.1 2.1M7.9 15.1l2.1 2.1 2.1-2.1M4.9 7.9 2.8 10l2.1 2.1M15.1 7.9l2.1 2.1-2.1 2.1"/>',
  sun: '<circle cx="10" cy="10" r="3.3"/><path d="M10 2.5v1.8M10 15.7v1.8M2.5 10h1.8M15.7 10h1.8M4.7 4.7 6 6M14 14l1.3 1.3M15.3 4.7 14 6M6 14l-1.3 1.3"/>',
  moon: '<path d="M16.2 12.1A6.7 6.7 0 0 1 7.9 3.8a6.7 6.7 0 1 0 8.3 8.3z"/>',
  help: '<circle cx="10" cy="10" r="7"/><path d="M7.9 7.9c.2-1.2 1.1-1.9 2.2-1.9 1.2 0 2.1.8 2.1 1.9 0 1.6-2.1 1.7-2.1 3.3"/><path d="M10.05 13.9v.05" stroke-width="1.9"/>',
  photo:
    '<path d="M3 7.3c0-.9.7-1.6 1.6-1.6h1.7l1.1-1.9h5.2l1.1 1.9h1.7c.9 0 1.6.7 1.6 1.6v7c0 .9-.7 1.6-1.6 1.6H4.6c-.9 0-1.6-.7-1.6-1.6z"/><circle cx="10" cy="10.6" r="2.9"/>',
  download:
    '<path d="M10 3.2v9M6.5 9 10 12.4 13.5 9"/><path d="M3.6 13.5v1.7c0 .9.7 1.6 1.6 1.6h9.6c.9 0 1.6-.7 1.6-1.6v-1.7"/>',
  sliders:
    '<path d="M3 6h6M13 6h4M3 14h3M10 14h7"/><circle cx="11" cy="6" r="2"/><circle cx="8" cy="14" r="2"/>',
  eye: '<path d="M2.3 10S5 4.8 10 4.8 17.7 10 17.7 10 15 15.2 10 15.2 2.3 10 2.3 10z"/><circle cx="10" cy="10" r="2.4"/>',
  chart: '<path d="M3 3.5v11.6c0 .8.6 1.4 1.4 1.4H17"/><path d="m5.8 12.5 3-4 2.7 2.3L16.3 5"/>',
  close: '<path d="m5.5 5.5 9 9M14.5 5.5l-9 9"/>',
  frame:
    '<path d="M3.2 7V4.4c0-.7.5-1.2 1.2-1.2H7M13 3.2h2.6c.7 0 1.2.5 1.2 1.2V7M16.8 13v2.6c0 .7-.5 1.2-1.2 1.2H13M7 16.8H4.4c-.7 0-1.2-.5-1.2-1.2V13"/><circle cx="10" cy="10" r="1.7"/>',
  home: '<path d="m3.2 9.6 6.8-6 6.8 6"/><path d="M5.2 8.2v7.2c0 .6.5 1.1 1.1 1.1h7.4c.6 0 1.1-.5 1.1-1.1V8.2"/><path d="M8.3 16.4v-4.6h3.4v4.6"/>',
  follow:
    '<circle cx="10" cy="10" r="4.6"/><circle cx="10" cy="10" r="1.2" fill="currentColor" stroke="none"/><path d="M10 2.6v2.8M10 14.6v2.8M2.6 10h2.8M14.6 10h2.8"/>',
  search: '<circle cx="9" cy="9" r="5.2"/><path d="m13 13 3.8 3.8"/>',
  open: '<path d="M3 15V5.6c0-.9.7-1.6 1.6-1.6h3l1.7 2h5.1c.9 0 1.6.7 1.6 1.6V8"/><path d="M3 15.2 5.2 9c.2-.6.7-1 1.4-1h9.6c.8 0 1.3.8 1 1.5l-1.9 5.3c-.2.6-.8 1-1.4 1H3.7c-.4 0-.7-.3-.7-.6z"/>',
  restart: '<path d="M15.5 8.2A5.9 5.9 0 1 0 16 10.8"/><path d="M15.8 4.3v4h-4"/>',
  warning:
    '<path d="M10 3.4 17.3 16H2.7z"/><path d="M10 8.2v3.6"/><path d="M10 13.9v.05" stroke-width="1.9"/>',
  replay:
    '<path d="M4.2 10a5.8 5.8 0 1 0 1.9-4.3L4 7.6"/><path d="M4 3.8v3.8h3.8"/><path d="M8.6 7.8v4.4l3.6-2.2z" fill="currentColor" stroke="none"/>',
  down: '<path d="m6 8 4 4 4-4"/>',
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): HTMLElement {
  const span = document.createElement("span");
  span.className = "icon";
  span.setAttribute("aria-hidden", "true");
  span.innerHTML = `<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${PATHS[name]}</svg>`;
  return span;
}
