/** The light of a studio: a warm lamp over the shoulder, a cool sky, and for good measure a room around. */

import {
  DirectionalLight,
  Group,
  HemisphereLight,
  PMREMGenerator,
  type Scene,
  type Texture,
  type Vector3,
  type WebGLRenderer,
} from "three";
import { RoomEnvironment } from "three/examples/jsm/environments/RoomEnvironment.js";

/** Towards the lamp, as seen by the camera: right, towards us, up. */
const LAMP = { right: 0.42, towards: 0.62, up: 0.92 };
const SHADOW_TEXELS = 2048;

export class Lights {
  readonly group = new Group();
  private readonly lamp = new DirectionalLight(0xfff6ea, 2.1);
  private readonly sky = new HemisphereLight(0xf2f6ff, 0xb9b2a8, 0.9);
  private readonly fill = new DirectionalLight(0xe8f0ff, 0.5);
  private room: Texture | null = null;
  private rich = false;

  constructor() {
    const { shadow } = this.lamp;
    shadow.mapSize.set(SHADOW_TEXELS, SHADOW_TEXELS);
    shadow.radius = 6;
    this.group.add(this.lamp, this.lamp.target, this.sky, this.fill, this.fill.target);
  }

  /** Makes the room that rich light comes from; that takes a moment, so not before something is drawn. */
  furnish(renderer: WebGLRenderer, scene: Scene): void {
    if (this.rich && !this.room) {
      const maker = new PMREMGenerator(renderer);
      this.room = maker.fromScene(new RoomEnvironment(), 0.04).texture;
      maker.dispose();
    }
    scene.environment = this.rich ? this.room : null;
  }

  /** Rich light comes from a room as well, so that lamp and sky give less. */
  setRich(rich: boolean, scene: Scene): void {
    this.rich = rich;
    scene.environmentIntensity = 0.34;
    scene.environmentRotation.set(Math.PI / 2, 0, 0); // the room was built with y up
    this.lamp.intensity = rich ? 2.3 : 2.15;
    this.sky.intensity = rich ? 0.75 : 1.85;
    this.fill.intensity = rich ? 0.4 : 0.35;
  }

  setShadows(shadows: boolean): void {
    this.lamp.castShadow = shadows;
  }

  /** Lights a ball for a camera that looks from `azimuth` [rad]. */
  aim(centre: Vector3, radius: number, azimuth: number): void {
    const [c, s] = [Math.cos(azimuth), Math.sin(azimuth)];
    const place = (light: DirectionalLight, right: number, towards: number, up: number): void => {
      light.target.position.copy(centre);
      light.position
        .set(-s * right + c * towards, c * right + s * towards, up)
        .normalize()
        .multiplyScalar(4 * radius)
        .add(centre);
      light.target.updateMatrixWorld();
    };
    place(this.lamp, LAMP.right, LAMP.towards, LAMP.up);
    place(this.fill, -0.8, 0.6, 0.2);
    const { shadow } = this.lamp;
    const reach = 1.9 * radius; // room for what swings out of the ball, and its shadow
    const { camera } = shadow;
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.near = 0.5 * radius;
    camera.far = 9 * radius;
    camera.updateProjectionMatrix();
    // As far as the blur reaches, or lit cloth would shade itself in stripes.
    shadow.normalBias = ((2 * reach) / SHADOW_TEXELS) * 1.5 * shadow.radius;
    shadow.bias = -0.001;
  }
}
