import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    main: "src/cli/bin.ts",
    "decode-worker": "src/media/decode-worker.ts",
    index: "src/index.ts",
    "metrics-index": "src/metrics-index.ts",
    "families-index": "src/families-index.ts",
    "media-index": "src/media-index.ts",
    "report-index": "src/report-index.ts",
  },
  format: "esm",
  platform: "node",
  target: "node24",
  fixedExtension: false,
  // TypeScript 7 has no compiler API for the usual declaration plug-in; its own program writes declarations, also of inferred types.
  dts: { tsgo: true },
  clean: true,
});
