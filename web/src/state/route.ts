/** The page that is shown is part of the address, so that the browser's way back leads to the gallery. */

import type { Store } from "./store";
import type { Studio } from "./studio";

export function followAddress(store: Store<Studio>): void {
  const read = (): Studio["page"] => (location.hash === "#view" ? "view" : "gallery");
  store.set({ page: read() });
  addEventListener("popstate", () => {
    const page = read();
    store.set({ page: page === "view" && !store.state.scene ? "gallery" : page });
  });
  store.on(["page"], ({ page }) => {
    if (page === read()) return;
    history.pushState(null, "", `${location.pathname}${location.search}#${page}`);
  });
}
