// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables are what is tested
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  type Given,
  mistakeOf,
  resolveGiven,
  resolveText,
} from "../../../test/fakes/fake-config.ts";
import { fakeRegistries } from "../../../test/fakes/fake-registries.ts";
import { defineSystemKind, type SystemKind } from "../../core/asking/system-kind.ts";
import type { Family } from "../../core/family.ts";
import { objectSource } from "../module-source.ts";
import { resolveConfig } from "../resolve-config.ts";

describe("one mistake is told with its line", () => {
  it.each<[string, Given, string]>([
    [
      "unknown key",
      { task: "    data: { foramt: nextqa, path: val.csv }" },
      `vidimus.yaml:5:13  tasks[0].data: unknown key "foramt"
  5 |     data: { foramt: nextqa, path: val.csv }
    |             ^^^^^^
hint: did you mean "format"?`,
    ],
    [
      "misspelt required key, which is not also missing",
      { task: "    data:\n      pth: val.csv" },
      `vidimus.yaml:6:7  tasks[0].data: unknown key "pth"
  6 |       pth: val.csv
    |       ^^^
hint: did you mean "path"?`,
    ],
    [
      "unknown key like none",
      { rest: "verbosity: 3" },
      `vidimus.yaml:8:1  unknown key "verbosity"
  8 | verbosity: 3
    | ^^^^^^^^^
hint: keys here: name, tasks, systems, graders, targets, references, matrix, seed, output, minCoverage, minAnswered, keepGoing, tags, repeats, concurrency, retries, prices, budget, cache, gate, resources, use`,
    ],
    [
      "text of another form, in the schema's own words",
      { rest: "budget: 20 EUR" },
      `vidimus.yaml:8:9  budget: expected a positive amount of US dollars, such as 5 or "5 USD", got "20 EUR"
  8 | budget: 20 EUR
    |         ^^^^^^`,
    ],
    [
      "unknown key where z.object would drop it",
      { systems: "  - { kind: chance, sead: 3 }" },
      `vidimus.yaml:7:21  systems[0]: unknown key "sead"
  7 |   - { kind: chance, sead: 3 }
    |                     ^^^^
hint: did you mean "seed"?`,
    ],
    [
      "unknown key in options",
      { task: "    data: { path: x }\n    options:\n      answr: letter" },
      `vidimus.yaml:7:7  tasks[0].options: unknown key "answr"
  7 |       answr: letter
    |       ^^^^^
hint: did you mean "answer"?`,
    ],
    [
      "unknown key in the one fitting branch of a union",
      { task: "    data: { path: x }\n    options: { weight: { feild: 1 } }" },
      `vidimus.yaml:6:26  tasks[0].options.weight: unknown key "feild"
  6 |     options: { weight: { feild: 1 } }
    |                          ^^^^^
hint: did you mean "field"?`,
    ],
    [
      "wrong value in the one fitting branch of a union",
      { task: "    data: { path: x }\n    options: { weight: { field: 1 } }" },
      `vidimus.yaml:6:33  tasks[0].options.weight.field: expected text, got 1
  6 |     options: { weight: { field: 1 } }
    |                                 ^
hint: put it in quotes: "1"`,
    ],
    [
      "missing key of a block",
      { task: "    data:\n      format: nextqa" },
      `vidimus.yaml:5:5  tasks[0].data: missing key "path"
  5 |     data:
    |     ^^^^
hint: path: The file with the samples, relative to this configuration; also a folder, a pattern or a list.`,
    ],
    [
      "unknown format",
      { task: "    data: { format: nextq, path: val.csv }" },
      `vidimus.yaml:5:21  tasks[0].data.format: unknown format "nextq"
  5 |     data: { format: nextq, path: val.csv }
    |                     ^^^^^
hint: did you mean "nextqa"? (quiz-jsonl, nextqa)`,
    ],
    [
      "unknown kind",
      { systems: "  - kind: gpt" },
      `vidimus.yaml:7:11  systems[0].kind: unknown system kind "gpt"
  7 |   - kind: gpt
    |           ^^^
hint: system kinds here: oracle, chance, chat, remote`,
    ],
    [
      "number where text is needed",
      { systems: "  - { kind: chat, model: 4 }" },
      `vidimus.yaml:7:26  systems[0].model: expected text, got 4
  7 |   - { kind: chat, model: 4 }
    |                          ^
hint: put it in quotes: "4"`,
    ],
    [
      "text where a number is needed",
      { rest: 'seed: "3"' },
      `vidimus.yaml:8:7  seed: expected a number, got "3"
  8 | seed: "3"
    |       ^^^
hint: write it without quotes: 3`,
    ],
    [
      "empty value",
      { rest: "output:" },
      `vidimus.yaml:8:1  output: expected text, got nothing
  8 | output:
    | ^^^^^^`,
    ],
    [
      "block where a number is needed",
      { rest: "seed:\n  a: 1" },
      `vidimus.yaml:8:1  seed: expected a number, got a mapping
  8 | seed:
    | ^^^^`,
    ],
    [
      "duplicate key",
      { task: "    data: { path: a }\n    data: { path: b }" },
      `vidimus.yaml:6:5  tasks[0]: duplicate key "data"
  6 |     data: { path: b }
    |     ^^^^
hint: it is already on line 5`,
    ],
    [
      "unset variable",
      { task: '    data: { path: "${DATA}/val.csv" }' },
      `vidimus.yaml:5:19  tasks[0].data.path: environment variable DATA is not set
  5 |     data: { path: "\${DATA}/val.csv" }
    |                   ^^^^^^^^^^^^^^^^^
hint: set it, or write \${DATA:-default}`,
    ],
    [
      "unset variable where a number is needed",
      { rest: "seed: ${SEED}" },
      `vidimus.yaml:8:7  seed: environment variable SEED is not set
  8 | seed: \${SEED}
    |       ^^^^^^^
hint: set it, or write \${SEED:-default}`,
    ],
    [
      "variable of the wrong type",
      { rest: "seed: ${SEED}", environment: { SEED: "many" } },
      `vidimus.yaml:8:7  seed: expected a number, got "many"
  8 | seed: \${SEED}
    |       ^^^^^^^`,
    ],
    [
      "literal secret, also on a line of its own",
      { systems: "  - kind: chat\n    model: m\n    apiKey:\n      sk-12345678" },
      `vidimus.yaml:10:7  systems[0].apiKey: a secret must not be written here
hint: put it in the environment and write apiKey: "\${API_KEY}"`,
    ],
    [
      "literal secret over several lines, far from its key",
      {
        systems:
          "  - kind: chat\n    model: m\n    apiKey:\n      # mine\n      part-one\n      part-two",
      },
      `vidimus.yaml:11:7  systems[0].apiKey: a secret must not be written here
hint: put it in the environment and write apiKey: "\${API_KEY}"`,
    ],
    [
      "literal secret of the wrong type",
      { systems: "  - { kind: chat, model: m, apiKey: 12345678 }" },
      `vidimus.yaml:7:37  systems[0].apiKey: a secret must not be written here
hint: put it in the environment and write apiKey: "\${API_KEY}"`,
    ],
    [
      "unquoted variable in a flow mapping",
      { task: "    data: { path: ${DATA}/val.csv }" },
      `vidimus.yaml:5:20  not valid YAML: Unexpected flow-map-start at node end
  5 |     data: { path: \${DATA}/val.csv }
    |                    ^
hint: put a value with \${…} in quotes`,
    ],
    [
      "unknown key by --set",
      { set: ["tasks.plant-qa.data.spilt=val"] },
      `--set tasks.plant-qa.data.spilt  tasks[0].data: unknown key "spilt"
hint: did you mean "split"?`,
    ],
    [
      "wrong value by --set",
      { set: ["tasks.0.options.examples=99"] },
      "--set tasks.0.options.examples  tasks[0].options.examples: expected a number of at most 8, got 99",
    ],
    [
      "parent made by --set that lacks a key",
      { set: ["systems.1.temperature=1", "systems.1.kind=chat"] },
      `--set systems.1.kind  systems[1]: missing key "model"
hint: model: Name of the model.`,
    ],
    [
      "literal secret by --set",
      { systems: "  - { kind: chat, model: m }", set: ["systems.chat.apiKey=sk-12345678"] },
      `--set systems.chat.apiKey  systems[0].apiKey: a secret must not be written here
hint: put it in the environment and write apiKey: "\${API_KEY}"`,
    ],
  ])("%s", (_, given, expected) => expect(mistakeOf(() => resolveGiven(given))).toBe(expected));

  it.each([
    [
      "",
      "vidimus.yaml:1:1  expected a mapping, got nothing\nhint: keys here: name, tasks, systems, graders, targets, references, matrix, seed, output, minCoverage, minAnswered, keepGoing, tags, repeats, concurrency, retries, prices, budget, cache, gate, resources, use",
    ],
    [
      "name: [a",
      "vidimus.yaml:1:9  not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]\n  1 | name: [a\n    |         ^",
    ],
    ["a: 1\n---\nb: 2", "vidimus.yaml:2:1  a configuration is one document\n  2 | ---\n    | ^^^"],
    ["a: !x 1", "vidimus.yaml:1:4  not valid YAML: Unresolved tag: !x\n  1 | a: !x 1\n    |    ^^"],
    ["apiKey: 'sk-1' sk-2", "vidimus.yaml:1:16  not valid YAML"],
    ["apiKey:\n  'sk-1' sk-2", "vidimus.yaml:2:10  not valid YAML"],
    [
      "a: &x [*x]",
      "vidimus.yaml: not plain data: Converting circular structure to JSON\nhint: a configuration holds texts, numbers, true and false, lists and mappings",
    ],
  ])("%j", (text, expected) => expect(mistakeOf(() => resolveText(text))).toBe(expected));
});

describe("several mistakes are told at once, in the order of the file", () => {
  it("in a task", () => {
    const task = `    dat: 1
    data: [x]
    options: { answer: verbatm, shuffle: "yes", examples: 9.5, weight: hi }
    extractors: [strct, standard, standard]
    unanswered: skip
    slices: type
    metrics: [accurcy, ece]
    prompts: { usr: "" }`;
    expect(mistakeOf(() => resolveGiven({ task, set: ["tasks.0.id=a b"] }))).toBe(
      `vidimus.yaml:5:5  tasks[0]: unknown key "dat"; keys here: id, family, data, frames, options, systems, graders, tables, labels, second, prompts, extractors, unanswered, slices, metrics, repeats
vidimus.yaml:6:11  tasks[0].data: expected a mapping, got a list; keys here: format, path, huggingface, config, revision, url, sha256, media, checksums, split, train, where, redistribute, corrections, badRows
vidimus.yaml:7:24  tasks[0].options.answer: expected "letter" or "verbatim", got "verbatm"; did you mean "verbatim"?
vidimus.yaml:7:42  tasks[0].options.shuffle: expected true or false, got "yes"; write true without quotes
vidimus.yaml:7:59  tasks[0].options.examples: expected a whole number, got 9.5
vidimus.yaml:7:72  tasks[0].options.weight: expected a number, "auto" or a mapping, got "hi"
vidimus.yaml:8:18  tasks[0].extractors[0]: unknown extractor "strct"; did you mean "strict"? (standard, strict)
vidimus.yaml:9:17  tasks[0].unanswered: expected "empty" or "exclude", got "skip"
vidimus.yaml:10:13  tasks[0].slices: expected a list, got "type"; write it as a list: [type]
vidimus.yaml:12:16  tasks[0].prompts: unknown key "usr"; did you mean "user"?
--set tasks.0.id  tasks[0].id: expected only letters, digits, "-", "_" and ".", got "a b"`,
    );
  });

  it("in systems", () => {
    const systems = `  - { kind: oracel }
  - { modle: x, kind: chat, baseUrl: nowhere }
  - { id: 7, kind: chance }
  - kind: remote
    by: http
    command: [x]
  - { kind: remote, by: htp }
  - chance
  - { id: x }`;
    expect(mistakeOf(() => resolveGiven({ systems }))).toBe(
      `vidimus.yaml:7:13  systems[0].kind: unknown system kind "oracel"; did you mean "oracle"? (oracle, chance, chat, remote)
vidimus.yaml:8:7  systems[1]: unknown key "modle"; did you mean "model"?
vidimus.yaml:8:38  systems[1].baseUrl: expected a URL, got "nowhere"
vidimus.yaml:9:11  systems[2].id: expected text, got 7; put it in quotes: "7"
vidimus.yaml:10:5  systems[3]: missing key "url"; url: Its address.
vidimus.yaml:12:5  systems[3]: unknown key "command"; keys here: id, kind, frames, options, by, url
vidimus.yaml:13:5  systems[4].id: "remote" is already the id of systems[3]; give each an id of its own
vidimus.yaml:13:25  systems[4].by: expected "http" or "command", got "htp"; did you mean "http"?
vidimus.yaml:14:5  systems[5]: expected a mapping, got "chance"; keys here: id, kind, frames, options, seed, model, baseUrl, apiKey, temperature, maxTokens, headers, by, url, command
vidimus.yaml:15:5  systems[6]: missing key "kind"; kind: "oracle", "chance", "chat" or "remote"`,
    );
  });

  it("between tasks, metrics and published results", () => {
    const task = "    data: { path: x }";
    const rest = `references:
  - { name: people, task: plant-q, metric: accuracy, value: 0.9, source: a paper }
  - { name: people, task: plant-qa, metric: acuracy, value: 90 %, source: a paper }`;
    expect(mistakeOf(() => resolveGiven({ task, rest }))).toBe(
      `vidimus.yaml:9:27  references[0].task: unknown task "plant-q"; did you mean "plant-qa"? (plant-qa)
vidimus.yaml:10:45  references[1].metric: unknown metric "acuracy"; did you mean "accuracy"? (accuracy, macro-f1)
vidimus.yaml:10:61  references[1].value: expected a number, got "90 %"`,
    );
  });

  it("between tasks, metrics and targets, while others are wrong too", () => {
    const task = `    data: { path: x }
    metrics: [accuracy, ece, accuracy]
  - { id: plant-qa, family: story, data: { path: y } }
  - { id: other, family: story, data: { path: y }, options: { window: 0 } }`;
    const rest = `targets:
  plant-q: { accuracy: "> 0" }
  plant-qa: { acuracy: "> 0", macro-f1: "> 0", coverage: 0.9, accuracy: "80%" }
  other: { anything: "> 0" }
seed: -1
minCoverage: 95`;
    expect(mistakeOf(() => resolveGiven({ task, rest }))).toBe(
      `vidimus.yaml:6:25  tasks[0].metrics[1]: unknown metric "ece"; metrics here: accuracy, macro-f1
vidimus.yaml:6:30  tasks[0].metrics[2]: "accuracy" is listed twice
vidimus.yaml:7:5  tasks[1].options: missing key "window"; window: Seconds around a moment.
vidimus.yaml:7:11  tasks[1].id: "plant-qa" is already the id of tasks[0]; give each an id of its own
vidimus.yaml:8:71  tasks[2].options.window: expected a number of more than 0, got 0
vidimus.yaml:12:3  targets: unknown task "plant-q"; did you mean "plant-qa"? (plant-qa, other)
vidimus.yaml:13:15  targets.plant-qa: unknown metric "acuracy"; did you mean "accuracy"? (coverage, answered, accuracy, peak-vram-gb, peak-memory-gb, storage-gb-per-video-hour)
vidimus.yaml:13:41  targets.plant-qa.macro-f1: not measured; add "macro-f1" to tasks[0].metrics
vidimus.yaml:13:58  targets.plant-qa.coverage: expected a comparison such as ">= 0.80", got 0.9
vidimus.yaml:13:73  targets.plant-qa.accuracy: expected a comparison such as ">= 0.80", got "80%"
vidimus.yaml:15:7  seed: expected a number of at least 0, got -1
vidimus.yaml:16:14  minCoverage: expected a number of at most 1, got 95`,
    );
  });

  it("at the root", () => {
    expect(
      mistakeOf(() =>
        resolveText("tasks: []\nsystems: {}\ntargets: 3\nname: A b\nname: b", {
          set: ["verbose.x=1", "x"],
        }),
      ),
    ).toBe(
      `vidimus.yaml:1:8  tasks: expected a list of at least 1 element, got an empty list
vidimus.yaml:2:10  systems: expected a list, got a mapping
vidimus.yaml:3:10  targets: expected a mapping, got 3
vidimus.yaml:5:1  duplicate key "name"; it is already on line 4
--set verbose.x  unknown key "verbose"; keys here: name, tasks, systems, graders, targets, references, matrix, seed, output, minCoverage, minAnswered, keepGoing, tags, repeats, concurrency, retries, prices, budget, cache, gate, resources, use
--set x  expected path=value; for example --set seed=2`,
    );
  });

  it("by the path of the field where there are no lines", () => {
    const config = {
      name: "x",
      tasks: [{ id: "a", family: "quizz", data: {} }],
      systems: [{ kind: "chat", model: () => "x", apiKey: "sk-123456" }],
    };
    const source = objectSource(config, "vidimus.config.ts");
    expect(
      mistakeOf(() =>
        resolveConfig(source, { registries: fakeRegistries(), set: [], environment: {} }),
      ),
    ).toBe(
      `vidimus.config.ts  systems[0].apiKey: a secret must not be written here; put it in the environment and write apiKey: "\${API_KEY}"
vidimus.config.ts  tasks[0].family: unknown family "quizz"; did you mean "quiz"? (quiz, story)
vidimus.config.ts  tasks[0].data: missing key "path"; path: The file with the samples, relative to this configuration; also a folder, a pattern or a list.
vidimus.config.ts  systems[0].model: expected text, got a function`,
    );
  });
});

describe("what the schemas of families and kinds say themselves is told in their words, with its line", () => {
  const rule = z
    .strictObject({
      match: z.string().optional(),
      reply: z.string().optional(),
      refuse: z.string().optional(),
      weight: z
        .number()
        .optional()
        .refine((weight) => weight !== 0),
    })
    .superRefine(({ match, reply, refuse }, context) => {
      if (match?.startsWith("["))
        context.addIssue({ code: "custom", path: ["match"], message: "not a regular expression" });
      if ((reply === undefined) === (refuse === undefined))
        context.addIssue("a rule needs exactly one of reply, refuse");
    });
  const configSchema = z
    .object({
      rules: z.array(rule).default([]),
      fallback: z
        .union([z.number(), z.string().refine((text) => text !== "", "must say something")])
        .optional(),
      size: z
        .union([
          z.int().refine((size) => size % 2 === 0, "must be even"),
          z.number().refine((size) => size > 9, "small"),
        ])
        .optional(),
      groups: z
        .record(z.string().regex(/^[a-z]+$/, "expected a name in small letters"), z.number())
        .optional(),
      settings: z.strictObject({ most: z.int() }).optional(),
    })
    .superRefine(({ rules, settings }, context) => {
      if (rules.length > (settings?.most ?? 9))
        context.addIssue({ code: "custom", path: ["settings", "most"], message: "too few" });
      if (rules.length === 1)
        context.addIssue({ code: "custom", path: [], message: "one rule is none" });
    });
  const ruled = defineSystemKind({
    id: "ruled",
    summary: "",
    configSchema,
    create: () => Promise.reject(),
  }) as SystemKind;
  const { families, systemKinds } = fakeRegistries();
  const spans = z
    .strictObject({ spans: z.array(z.strictObject({ from: z.number(), to: z.number() })) })
    .superRefine((options, context) => {
      options.spans.forEach(({ from, to }, at) => {
        if (from > to)
          context.addIssue({
            code: "custom",
            path: ["spans", at, "to"],
            message: `ends before ${from}`,
          });
      });
      if (options.spans.length === 0) context.addIssue("nothing to look at");
    });
  const spanned: Family = {
    ...families[0]!,
    id: "spanned",
    data: { ...families[0]!.data, options: spans },
  };
  const registries = { families: [...families, spanned], systemKinds: [...systemKinds, ruled] };

  it.each<[string, Given, string]>([
    [
      "at a field of an element",
      {
        systems:
          "  - kind: ruled\n    rules:\n      - { reply: a }\n      - { reply: b }\n      - match: '[a'\n        reply: c",
      },
      `vidimus.yaml:11:16  systems[0].rules[2].match: not a regular expression
  11 |       - match: '[a'
     |                ^^^^`,
    ],
    [
      "at an element",
      {
        systems:
          "  - kind: ruled\n    rules:\n      - { reply: a }\n      - { reply: b, refuse: c }",
      },
      `vidimus.yaml:10:9  systems[0].rules[1]: a rule needs exactly one of reply, refuse
  10 |       - { reply: b, refuse: c }
     |         ^^^^^^^^^^^^^^^^^^^^^^^`,
    ],
    [
      "at an element that is a block",
      { systems: "  - kind: ruled\n    rules:\n      - { reply: a }\n      - match: a" },
      `vidimus.yaml:10:9  systems[0].rules[1]: a rule needs exactly one of reply, refuse
  10 |       - match: a
     |         ^^^^^^^^`,
    ],
    [
      "not where it follows from a misspelt key",
      {
        systems: "  - kind: ruled\n    rules:\n      - { reply: a }\n      - { match: a, rply: b }",
      },
      `vidimus.yaml:10:21  systems[0].rules[1]: unknown key "rply"
  10 |       - { match: a, rply: b }
     |                     ^^^^
hint: did you mean "reply"?`,
    ],
    [
      "at the system",
      { systems: "  - kind: chance\n  - kind: ruled\n    rules: [{ reply: a }]" },
      `vidimus.yaml:8:5  systems[1]: one rule is none
  8 |   - kind: ruled
    |     ^^^^^^^^^^^`,
    ],
    [
      "at a setting that is itself called settings",
      {
        systems:
          "  - kind: ruled\n    rules: [{ reply: a }, { reply: b }]\n    settings: { most: 1 }",
      },
      `vidimus.yaml:9:23  systems[0].settings.most: too few
  9 |     settings: { most: 1 }
    |                       ^`,
    ],
    [
      "in a branch of a union",
      { systems: '  - { kind: ruled, fallback: "" }' },
      `vidimus.yaml:7:30  systems[0].fallback: must say something
  7 |   - { kind: ruled, fallback: "" }
    |                              ^^`,
    ],
    [
      "in the first of several branches that have the right type",
      { systems: "  - { kind: ruled, size: 3 }" },
      `vidimus.yaml:7:26  systems[0].size: must be even
  7 |   - { kind: ruled, size: 3 }
    |                          ^`,
    ],
    [
      "about a key that the user chose",
      { systems: "  - { kind: ruled, groups: { a: 1, B c: 2 } }" },
      `vidimus.yaml:7:36  systems[0].groups: expected a name in small letters, got "B c"
  7 |   - { kind: ruled, groups: { a: 1, B c: 2 } }
    |                                    ^^^`,
    ],
    [
      "without words",
      { systems: "  - { kind: ruled, rules: [{ reply: a }, { reply: b, weight: 0 }] }" },
      `vidimus.yaml:7:62  systems[0].rules[1].weight: expected something else, got 0
  7 |   - { kind: ruled, rules: [{ reply: a }, { reply: b, weight: 0 }] }
    |                                                              ^`,
    ],
    [
      "in options",
      {
        task: "    data: { path: x }\n    options:\n      spans:\n        - { from: 1, to: 2 }\n        - { from: 3, to: 2 }",
        family: "spanned",
      },
      `vidimus.yaml:9:26  tasks[0].options.spans[1].to: ends before 3
  9 |         - { from: 3, to: 2 }
    |                          ^`,
    ],
    [
      "of all options",
      { task: "    data: { path: x }\n    options:\n      spans: []", family: "spanned" },
      `vidimus.yaml:6:5  tasks[0].options: nothing to look at
  6 |     options:
    |     ^^^^^^^`,
    ],
    [
      "by --set",
      {
        systems: "  - kind: ruled",
        set: ["systems.ruled.rules=[{ reply: a }, { match: '[', reply: b }]"],
      },
      "--set systems.ruled.rules  systems[0].rules[1].match: not a regular expression",
    ],
  ])("%s", (_, given, expected) =>
    expect(mistakeOf(() => resolveGiven({ ...given, registries }))).toBe(expected),
  );
});
