/** How many pictures are kept ready in the browser, newest last. */
const kept = 48;

/**
 * Frames as pictures that are ready to be shown. Of those asked for one after the other only the
 * newest is loaded next, so that dragging never leaves a queue behind.
 */
export class StillPictures {
  readonly #address: (frame: number) => string;
  readonly #ready = new Map<number, HTMLImageElement>();
  readonly #loading = new Map<number, Promise<HTMLImageElement>>();
  #newest = -1;

  constructor(address: (frame: number) => string) {
    this.#address = address;
  }

  /** How many are on their way. */
  get loading(): number {
    return this.#loading.size;
  }

  /** The picture of a frame where it is ready. */
  peek(frame: number): HTMLImageElement | undefined {
    return this.#ready.get(frame);
  }

  /** `undefined` where another frame was asked for in the meantime. @throws where there is none. */
  async newest(frame: number): Promise<HTMLImageElement | undefined> {
    this.#newest = frame;
    while (this.#loading.size > 0 && !this.#ready.has(frame) && !this.#loading.has(frame)) {
      await Promise.race(this.#loading.values()).catch(() => undefined);
      if (this.#newest !== frame) return undefined;
    }
    const picture = await this.load(frame);
    return this.#newest === frame ? picture : undefined;
  }

  load(frame: number): Promise<HTMLImageElement> {
    const ready = this.#ready.get(frame);
    if (ready) return Promise.resolve(ready);
    const known = this.#loading.get(frame);
    if (known) return known;
    const picture = new Image();
    picture.src = this.#address(frame);
    const loaded = picture.decode().then(() => this.#keep(frame, picture));
    this.#loading.set(frame, loaded);
    loaded.catch(() => undefined).finally(() => this.#loading.delete(frame));
    return loaded;
  }

  #keep(frame: number, picture: HTMLImageElement): HTMLImageElement {
    this.#ready.set(frame, picture);
    for (const oldest of this.#ready.keys()) {
      if (this.#ready.size <= kept) break;
      this.#ready.delete(oldest);
    }
    return picture;
  }
}
