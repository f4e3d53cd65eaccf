/** The textures of bodies: loaded once, put on when they are there. */

import type { Texture } from "three";
import type { TextureChoice } from "../state/studio";
import type { BodyView } from "./body";
import { checker, picture } from "./textures";

export interface Look {
  rich: boolean;
  texture: TextureChoice;
  image: string | null; // the user's own picture
  painted: boolean; // colours come from a field
}

export class Looks {
  private readonly pictures = new Map<string, Promise<Texture>>();
  private checkerboard: Texture | null = null;
  private latest = 0;

  /** `done` is called whenever something looks different, at once or once a picture was loaded. */
  constructor(private readonly done: () => void) {}

  apply(bodies: Iterable<BodyView>, { rich, texture, image, painted }: Look): void {
    const turn = ++this.latest;
    for (const body of bodies) {
      const address = texture === "own" ? body.ownTexture : texture === "image" ? image : null;
      const put = (map: Texture | null): void => {
        if (turn !== this.latest) return; // something else was chosen while it was loaded
        body.setLook(rich, map, painted);
        this.done();
      };
      if (address === null) put(texture === "checker" ? (this.checkerboard ??= checker()) : null);
      else void this.load(address).then(put, () => put(null));
    }
  }

  private load(address: string): Promise<Texture> {
    const known = this.pictures.get(address) ?? picture(address);
    this.pictures.set(address, known);
    return known;
  }
}
