/** Paths of parameters, as `pliant.set_parameter` has them: "bodies.cloth.material.young". */

export const join = (path: string, part: string): string => (path ? `${path}.${part}` : part);

/** How an item of a list is named: by its id if it has one that can be a part of a path, else by its place. */
export function itemName(item: unknown, index: number): string {
  const id = (item as { id?: unknown } | null)?.id;
  return typeof id === "string" && /^[^.[\]]+$/.test(id) && !/^\d+$/.test(id) ? id : String(index);
}

/** What a scene has at `path`; undefined if there is nothing. */
export function valueAtPath(scene: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((here, part) => {
    if (Array.isArray(here)) {
      const named = here.find((item) => (item as { id?: unknown } | null)?.id === part);
      return named ?? here[Number(part)];
    }
    return (here as Record<string, unknown> | null | undefined)?.[part];
  }, scene);
}

/** Whether changing `path` (or anything that holds or is held by a pattern's place) starts the scene anew. */
export function restartsAt(path: string, patterns: readonly string[]): boolean {
  const parts = path.split(".");
  return patterns.some((pattern) => {
    const wanted = pattern.split(".");
    return wanted.length <= parts.length && wanted.every((part, k) => part === "*" || part === parts[k]);
  });
}
