import type { z } from "zod";
import type { FrameRef } from "./chat.ts";
import type { DataFile } from "./data-file.ts";
import type { Family } from "./family.ts";
import type { System } from "./system.ts";

/** What a system is made for: one task of a run. */
export interface SystemContext {
  readonly id: string;
  readonly task: string;
  readonly family: Family;
  readonly seed: number;
  /** The bytes of a frame that the system was shown. */
  frame(frame: FrameRef): Promise<Uint8Array>;
  /** Opens a file named in the configuration, relative to it. */
  open(path: string): DataFile;
}

/** A kind of system that a configuration can name, with its own settings. */
export interface SystemKind<Config = unknown> {
  readonly id: string;
  readonly summary: string;
  readonly configSchema: z.ZodType<Config>;
  /** Files whose content decides the answers, named as in the configuration. */
  files?(config: Config): readonly string[];
  create(config: Config, context: SystemContext): Promise<System>;
}

export function defineSystemKind<Config>(kind: SystemKind<Config>): SystemKind<Config> {
  return kind;
}
