import type { SystemKind } from "../core/asking/system-kind.ts";
import { chance, constant, empty, majority, oracle } from "./baseline.ts";
import { chat } from "./chat/chat.ts";
import { command } from "./command/command.ts";
import { degraded } from "./degraded.ts";
import { encoder } from "./encoder/encoder.ts";
import { heads } from "./heads/heads.ts";
import { namedBaseline } from "./named-baseline.ts";
import { pixelEncoder } from "./pixel-encoder.ts";
import { pixels } from "./pixels.ts";
import { predictions } from "./predictions.ts";
import {
  blind,
  optionsOnly,
  shuffledFrames,
  shuffledOptions,
  singleFrame,
  swappedVideo,
} from "./probe/probes.ts";
import { reader } from "./probe/reader.ts";
import { scripted } from "./scripted.ts";
import { sentenceEncoder } from "./sentence-encoder/sentence-encoder.ts";
import { service } from "./service/service.ts";
import { similarityTable } from "./similarity-table.ts";

/** Every kind of system that a configuration can name. */
export const systemKinds: readonly SystemKind[] = [
  chat,
  service,
  command,
  predictions,
  oracle,
  chance,
  majority,
  empty,
  constant,
  degraded,
  namedBaseline,
  pixels,
  pixelEncoder,
  encoder,
  heads,
  scripted,
  similarityTable,
  sentenceEncoder,
  blind,
  singleFrame,
  shuffledFrames,
  swappedVideo,
  shuffledOptions,
  optionsOnly,
  reader,
];
