import type { SystemKind } from "../core/asking/system-kind.ts";
import type { Listed } from "../core/registry.ts";

/** Every kind of system that a configuration can name. */
export const systemKinds: readonly Listed<SystemKind>[] = [
  { id: "chat", load: async () => (await import("./chat/chat.ts")).chat },
  { id: "service", load: async () => (await import("./service/service.ts")).service },
  { id: "command", load: async () => (await import("./command/command.ts")).command },
  { id: "predictions", load: async () => (await import("./predictions.ts")).predictions },
  { id: "oracle", load: async () => (await import("./baseline.ts")).oracle },
  { id: "chance", load: async () => (await import("./baseline.ts")).chance },
  { id: "majority", load: async () => (await import("./baseline.ts")).majority },
  { id: "empty", load: async () => (await import("./baseline.ts")).empty },
  { id: "constant", load: async () => (await import("./baseline.ts")).constant },
  { id: "degraded", load: async () => (await import("./degraded.ts")).degraded },
  { id: "baseline", load: async () => (await import("./named-baseline.ts")).namedBaseline },
  { id: "pixels", load: async () => (await import("./pixels.ts")).pixels },
  { id: "pixel-encoder", load: async () => (await import("./pixel-encoder.ts")).pixelEncoder },
  { id: "encoder", load: async () => (await import("./encoder/encoder.ts")).encoder },
  { id: "heads", load: async () => (await import("./heads/heads.ts")).heads },
  { id: "scripted", load: async () => (await import("./scripted.ts")).scripted },
  {
    id: "similarity-table",
    load: async () => (await import("./similarity-table.ts")).similarityTable,
  },
  {
    id: "sentence-encoder",
    load: async () => (await import("./sentence-encoder/sentence-encoder.ts")).sentenceEncoder,
  },
  { id: "blind", load: async () => (await import("./probe/probes.ts")).blind },
  { id: "single-frame", load: async () => (await import("./probe/probes.ts")).singleFrame },
  { id: "shuffled-frames", load: async () => (await import("./probe/probes.ts")).shuffledFrames },
  { id: "swapped-video", load: async () => (await import("./probe/probes.ts")).swappedVideo },
  { id: "shuffled-options", load: async () => (await import("./probe/probes.ts")).shuffledOptions },
  { id: "options-only", load: async () => (await import("./probe/probes.ts")).optionsOnly },
  { id: "reader", load: async () => (await import("./probe/reader.ts")).reader },
];
