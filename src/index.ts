export { type ConfigInput, defineConfig } from "./config/define-config.ts";
