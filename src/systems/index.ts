import type { SystemKind } from "../core/system-kind.ts";
import { chance, constant, empty, majority, oracle } from "./baseline.ts";
import { pixels } from "./pixels.ts";
import { predictions } from "./predictions.ts";
import { scripted } from "./scripted.ts";

/** Every kind of system that a configuration can name. */
export const systemKinds: readonly SystemKind[] = [oracle, chance, majority, empty, constant, predictions, pixels, scripted];
