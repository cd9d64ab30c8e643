import type { TextProblems } from "../data/format.ts";

/** What a translation knows beside the text. */
export interface ForeignConfigContext {
  /** The name of the file, without its folder. */
  readonly file: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * A path of the file as ours needs it, found beside the file or in the working directory;
   * `undefined` where there is nothing.
   */
  locate(path: string): string | undefined;
}

/**
 * Configurations of another program that ask questions of this family: recognised by what they hold,
 * and translated into one of ours, whose paths are relative to the file as well.
 */
export interface ForeignConfig {
  readonly id: string;
  readonly summary: string;
  recognises(value: unknown): boolean;
  translate(
    text: string,
    context: ForeignConfigContext,
  ): { readonly config: object } | TextProblems;
}
