import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { bundledLicences } from "../scripts/bundled-licences.ts";

export default defineConfig({
  plugins: [react(), bundledLicences("licences.txt")],
  // A static export may be hosted at any place.
  base: "./",
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2024",
    reportCompressedSize: false,
  },
  worker: { format: "es" },
});
