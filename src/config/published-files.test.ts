import { expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { loadRegistries } from "../evaluation/extend/load-registries.ts";
import { loadConfig } from "./load-config.ts";

const folder = temporaryFolder();
const options = { loadRegistries, set: [], environment: {} };
const config = (reference: string) =>
  folder.file(
    "vidimus.yaml",
    `name: omni
tasks:
  - id: omni
    family: episode
    data: { format: omni, path: eval.jsonl }
    options: { task: structured_answer }
systems: [{ kind: oracle }]
references: [${reference}]
`,
  );

it("puts the figures of a verified result in place of its path", async () => {
  folder.file(
    "verified.json",
    JSON.stringify({
      title: "Held-out result",
      status_date: "2026-06-07",
      adapter: "LoRA",
      evaluation: { num_samples: 448, json_validity_rate: 0.99, action_macro_f1: 0.002 },
    }),
  );
  const { config: loaded } = await loadConfig(
    config("{ task: omni, path: verified.json }"),
    options,
  );
  expect(loaded.references).toEqual([
    {
      name: "LoRA",
      task: "omni",
      metric: "action_macro_f1",
      value: 0.002,
      source: "Held-out result, 2026-06-07",
    },
    {
      name: "LoRA",
      task: "omni",
      metric: "json_validity_rate",
      value: 0.99,
      source: "Held-out result, 2026-06-07",
    },
  ]);
});

it.each([
  ["{ task: omni, path: gone.json }", "references: no such file: gone.json"],
  ["{ task: other, path: verified.json }", 'references: verified.json: unknown task "other"'],
  ["{ task: omni, path: vidimus.yaml }", "references: not JSON: vidimus.yaml"],
  ["{ task: omni, path: empty.json }", "holds no published figures"],
  ["{ task: omni, path: verified.json, value: 1 }", 'verified.json: unknown key "value"'],
])("says what is wrong with %s", async (reference, message) => {
  folder.file("empty.json", "{}");
  await expect(loadConfig(config(reference), options)).rejects.toThrow(message);
});
