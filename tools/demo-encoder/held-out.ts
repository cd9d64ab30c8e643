import { demoClips } from "../../src/cli/commands/demo/clips.ts";

/** Prints the kinds of clips that the demo shows: `node tools/demo-encoder/held-out.ts > held-out.json`. */
const kinds = new Set(
  demoClips().map(({ colour, shape, motion }) => JSON.stringify([colour, shape, motion])),
);
console.log(`[\n${[...kinds].sort().join(",\n")}\n]`);
