import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { modelFolder } from "./model-folder.ts";
import { readLayout } from "./model-layout.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function layout(
  files: Readonly<Record<string, unknown>>,
  choice: { file?: string; maxTokens?: number } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "vidimus-test-"));
  folders.push(folder);
  const all = {
    "model.onnx": "",
    "tokenizer.json": {},
    "tokenizer_config.json": {},
    "config.json": {},
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(
      join(folder, name),
      typeof content === "string" ? content : JSON.stringify(content),
    );
  }
  return readLayout(modelFolder(folder), { name: "m", ...choice });
}

describe("the layout of a sentence encoder", () => {
  it.each([
    [
      "what sentence-transformers was told",
      {
        "sentence_bert_config.json": { max_seq_length: 256 },
        "config.json": { max_position_embeddings: 512 },
      },
      256,
    ],
    [
      "what the tokenizer allows",
      {
        "tokenizer_config.json": { model_max_length: 128 },
        "config.json": { max_position_embeddings: 512 },
      },
      128,
    ],
    [
      "the positions of the model",
      {
        "tokenizer_config.json": { model_max_length: 1e30 },
        "config.json": { max_position_embeddings: 256 },
      },
      256,
    ],
    [
      "two positions fewer for MPNet",
      { "config.json": { model_type: "mpnet", max_position_embeddings: 514 } },
      512,
    ],
  ])("cuts texts by %s", async (_name, files, expected) => {
    expect((await layout(files)).maxTokens).toBe(expected);
    expect((await layout(files, { maxTokens: 64 })).maxTokens).toBe(64);
    expect((await layout(files, { maxTokens: 9999 })).maxTokens).toBe(expected);
  });

  it("pools by the mean unless told otherwise", async () => {
    expect((await layout({})).pooling).toBe("mean");
    const first = {
      "1_Pooling/config.json": { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false },
    };
    expect((await layout(first)).pooling).toBe("first-token");
  });

  it("takes the graph that is named", async () => {
    expect(
      (await layout({ "onnx/model_q8.onnx": "" }, { file: "onnx/model_q8.onnx" })).graph,
    ).toMatch(/model_q8\.onnx$/);
    await expect(layout({}, { file: "onnx/other.onnx" })).rejects.toThrow(
      /has no onnx\/other\.onnx/,
    );
  });

  it("names a file that is no JSON", async () => {
    await expect(layout({ "config.json": "{" })).rejects.toThrow(/m\/config\.json: is no JSON/);
    await expect(layout({ "tokenizer.json": "[]" })).rejects.toThrow(
      /m\/tokenizer\.json: must hold one object/,
    );
  });
});
