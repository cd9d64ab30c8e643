import type { MediaRef, Sample } from "../../core/data/sample.ts";
import type { Family } from "../../core/family.ts";
import { canonicalJson, type Json } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { seededRandom } from "../../math/seeded-random.ts";
import { permutation } from "./permutation.ts";

/**
 * Gives every group of samples the media of another group; of the same kind and number where there
 * are any.
 */
export class SwappedMedia {
  readonly #family: Family;
  readonly #seed: number;
  readonly #media = new Map<string, readonly MediaRef[]>();
  readonly #donors = new Map<string, string>();

  constructor(family: Family, seed: number) {
    this.#family = family;
    this.#seed = seed;
  }

  /**
   * Reads which media there are. Whom they go to depends on the set of groups alone, not on the
   * order of samples.
   */
  async survey(samples: AsyncIterable<readonly Sample[]>): Promise<Json> {
    for await (const batch of samples)
      for (const sample of batch)
        if (!this.#media.has(sample.group))
          this.#media.set(sample.group, this.#family.data.refs(sample));
    const groups = [...this.#media.keys()]
      .filter((group) => this.#media.get(group)!.length > 0)
      .sort();
    if (groups.length < 2)
      throw new UserError(
        "videos can only be swapped where there are at least two",
        "choose more samples, or leave swapped-video out",
      );
    for (const alike of Map.groupBy(groups, (group) => this.#kindsOf(group)).values())
      this.#turn(alike);
    // A group that is alone with its kind of media takes any other's.
    for (const group of groups)
      if (!this.#donors.has(group))
        this.#donors.set(group, groups[(groups.indexOf(group) + 1) % groups.length]!);
    return {
      groups: groups.length,
      digest: contentDigest(canonicalJson([...this.#donors].sort())),
    };
  }

  /**
   * The media of the group that stands in for this one; its own where nothing was surveyed, as when
   * replies are only read again.
   */
  of(sample: Sample): readonly MediaRef[] {
    const donor = this.#donors.get(sample.group);
    return donor === undefined ? this.#family.data.refs(sample) : this.#media.get(donor)!;
  }

  #kindsOf(group: string): string {
    return this.#media
      .get(group)!
      .map(({ kind }) => kind)
      .join();
  }

  #turn(groups: readonly string[]): void {
    if (groups.length < 2) return;
    const order = permutation(
      groups.length,
      seededRandom(this.#seed, "swapped-video", String(groups.length)),
    );
    for (const [i, at] of order.entries())
      this.#donors.set(groups[at]!, groups[order[(i + 1) % order.length]!]!);
  }
}
