import type { Command } from "../command.ts";
import { json, offline } from "../command-options.ts";

export const encodeCommand: Command = {
  name: "encode",
  summary: "embed videos, pictures and texts with an encoder in ONNX, and multiply them",
  options: [
    { flags: "--manifest <file>", summary: "the encoder's manifest (docs/encoders.md)" },
    { flags: "--preset <name>", summary: "a public encoder, in place of a manifest" },
    { flags: "--path <folder>", summary: "folder of the preset's files" },
    { flags: "--huggingface <model>", summary: "model of the hub that has the preset's files" },
    {
      flags: "--video <file>",
      summary: "a video or picture to embed (repeatable)",
      parse: "repeat",
    },
    { flags: "--text <text>", summary: "a text to embed (repeatable)", parse: "repeat" },
    {
      flags: "--frames <n>",
      summary: "frames of each video (default: as the manifest says, else 8)",
      parse: "count",
    },
    {
      flags: "--sampler <name>",
      summary: "how frames are chosen: uniform, middle or vista (default: uniform)",
    },
    { flags: "--threads <n>", summary: "threads of the encoder", parse: "count" },
    {
      flags: "--execution-providers <names>",
      summary: "where it computes, as a list such as cuda,cpu (default: CPU)",
      parse: "list",
    },
    offline,
    json,
  ],
  examples: [
    'vidimus encode --manifest models/clip/manifest.yaml --video a.mp4 --text "a person opens a door"',
    'vidimus encode --preset all-minilm-l6-v2 --text "cut the bread" --text "slice the loaf" --json',
  ],
  load: () => import("./encode.ts"),
};
