/**
 * Connections without a proxy. The program takes only this part of the package in
 * (`tsdown.config.ts`): the whole takes twice as long to load.
 */
export { Agent as DirectAgent } from "undici";
