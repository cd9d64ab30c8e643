import { defineConfig } from "tsdown";

export default defineConfig({
  entry: { main: "src/cli/main.ts", index: "src/index.ts" },
  format: "esm",
  platform: "node",
  target: "node24",
  dts: false,
  clean: true,
});
