import { describe, expect, it } from "vitest";
import { loadRegistries } from "../../src/evaluation/extend/load-registries.ts";
import { mistakeOf, resolveGiven } from "../fakes/fake-config.ts";

const registries = await loadRegistries();

const chat = "  - { kind: chat, provider: openai, model: m";
const given = (system: string, frames = "{ count: 8 }") => ({
  family: "classification",
  task: `    data: { path: a.jsonl }\n    frames: ${frames}`,
  systems: `${system}\n  - kind: oracle`,
  environment: { OPENAI_API_KEY: "key-of-a-test" },
  registries,
});
const resolved = (system: string) => resolveGiven(given(system));

describe("frames and options of a system", () => {
  it("are kept beside its settings, and stored with them", () => {
    const { config, spec } = resolved(`${chat}, frames: 32, options: { example: true } }`);
    expect(config.systems[0]).toMatchObject({ frames: 32, options: { example: true } });
    expect(config.systems[0]!.settings).not.toHaveProperty("frames");
    expect(config.systems[1]).toEqual({ id: "oracle", kind: "oracle", settings: {} });
    expect(spec).toMatchObject({ systems: [{ frames: 32, options: { example: true } }, {}] });
  });

  it("may be other frames than the task's, written as there", () => {
    const { config } = resolved(`${chat}, frames: { rate: 2, max: 64, longestSide: 512 } }`);
    expect(config.systems[0]!.frames).toEqual({
      strategy: "fps",
      rate: 2,
      max: 64,
      longestSide: 512,
      format: "jpeg",
      quality: 90,
    });
  });

  it("of an encoder are its own setting", () => {
    const { config } = resolved("  - { kind: encoder, manifest: m.yaml, frames: 4 }");
    expect(config.systems[0]).toMatchObject({ kind: "encoder", settings: { frames: 4 } });
    expect(config.systems[0]).not.toHaveProperty("frames");
  });

  it.each([
    [`${chat}, frames: 0 }`, "{ count: 8 }", "systems[0].frames"],
    [`${chat}, frames: { cont: 3 } }`, "{ count: 8 }", 'unknown key "cont"'],
    [
      `${chat}, frames: 4 }`,
      "{ rate: 1, max: 8 }",
      'vidimus.yaml:8:55  systems[0].frames: the task "plant-qa" does not count frames (strategy: fps)',
    ],
    [
      `${chat}, options: { topK: [1] } }`,
      "{ count: 8 }",
      'systems[0].options: "topK" is an option of the task "plant-qa", the same for all systems',
    ],
    [`${chat}, options: { exampel: true } }`, "{ count: 8 }", 'did you mean "example"?'],
    [
      `${chat}, options: { example: perhaps } }`,
      "{ count: 8 }",
      'systems[0].options.example: expected true or false, got "perhaps"',
    ],
  ])("are refused where they are wrong: %s", (system, frames, message) => {
    expect(mistakeOf(() => resolveGiven(given(system, frames)))).toContain(message);
  });

  it("are nothing for graders and probes", () => {
    const rest = `graders:\n${chat}, id: judge, frames: 3 }`;
    const told = mistakeOf(() => resolveGiven({ ...given(`${chat} }`), rest }));
    expect(told).toContain('graders[0]: unknown key "frames"');
    const probe = `${chat} }\n  - { kind: single-frame, of: chat, frames: 3 }`;
    expect(mistakeOf(() => resolved(probe))).toContain('systems[1]: unknown key "frames"');
  });
});
