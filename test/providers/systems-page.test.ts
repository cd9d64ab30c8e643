import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { resolveConfig } from "../../src/config/resolve-config.ts";
import { yamlSource } from "../../src/config/yaml-source.ts";
import { loadRegistries } from "../../src/evaluation/extend/load-registries.ts";
import { answerSchema, readySchema } from "../../src/systems/command/command-protocol.ts";

const registries = await loadRegistries();

function page(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), "utf8");
}

function blocks(text: string, language: string): readonly string[] {
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(
    (match) => match[1]!,
  );
}

describe("docs/systems.md", () => {
  const examples = blocks(page("systems.md"), "yaml");

  it.each(examples)("example %#", (example) => {
    const text = `name: x\ntasks: [{ id: t, family: multiple-choice, data: { path: q.jsonl } }]\n${example}`;
    const environment = { MY_GROQ_KEY: "k", RAG_TOKEN: "t" };
    const { config } = resolveConfig(yamlSource(text, "systems.md"), {
      registries,
      set: [],
      environment,
    });
    expect(config.systems.length).toBeGreaterThan(0);
  });

  it("shows every kind", () => {
    const named = new Set(
      examples.flatMap((example) =>
        [...example.matchAll(/kind: ([\w-]+)/g)].map((match) => match[1]!),
      ),
    );
    const described = page("systems.md");
    for (const { id } of registries.systemKinds)
      expect(named.has(id) || described.includes(`\`${id}\``), id).toBe(true);
  });
});

describe("docs/command-protocol.md", () => {
  const messages = blocks(page("command-protocol.md"), "json").flatMap((block) =>
    block
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string }),
  );

  it("shows messages that are understood", () => {
    expect(messages.length).toBeGreaterThan(8);
    for (const message of messages.filter(({ type }) => type === "ready"))
      expect(readySchema.parse(message).speaks).toBe("prediction");
    for (const message of messages.filter(({ type }) => type === "answer"))
      expect(() => answerSchema.parse(message)).not.toThrow();
  });
});
