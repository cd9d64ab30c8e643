import type { MediaRef } from "./sample.ts";

/** How one sample and its prediction are shown, as data: reports and the web app draw the blocks, families only describe them. */
export interface View {
  readonly title: string;
  readonly blocks: readonly ViewBlock[];
}

export type ViewBlock =
  | { readonly kind: "text"; readonly label: string; readonly text: string }
  | { readonly kind: "options"; readonly label: string; readonly options: readonly ViewOption[] }
  | { readonly kind: "media"; readonly media: readonly MediaRef[] }
  | { readonly kind: "facts"; readonly facts: readonly (readonly [name: string, value: string])[] };

export interface ViewOption {
  readonly text: string;
  readonly isReference: boolean;
  readonly isPrediction: boolean;
}
