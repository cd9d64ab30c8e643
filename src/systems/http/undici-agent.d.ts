declare module "undici/lib/dispatcher/agent.js" {
  // biome-ignore lint/style/noDefaultExport: so it is seen from here, being CommonJS.
  export { Agent as default } from "undici";
}
