import type { Starter } from "../../../core/family/starter.ts";
import type { Family } from "../../../core/family.ts";

/** What `vidimus init` writes for one family. */
export interface Template extends Starter {
  /** The family's id. */
  readonly id: string;
}

/** The families that can be begun with. */
export function templatesOf(families: readonly Family[]): readonly Template[] {
  return families.flatMap(({ id, data: { starter } }) => (starter ? [{ id, ...starter }] : []));
}

const samplesFile = "samples.jsonl";
const answersFile = "answers.jsonl";
export const configFile = "vidimus.yaml";

/** The files of a template by name. */
export function templateFiles({
  id,
  samples,
  answers,
  task,
}: Template): Readonly<Record<string, string>> {
  return {
    [configFile]: `# What is evaluated, and on what. Run it: vidimus run
# All keys: docs/configuration.md; formats of data: docs/formats.md; kinds of systems: docs/systems.md.
name: my-${id}
tasks:
  - id: ${id}
    family: ${id}
    # One object per line; put your own samples here. Check them: vidimus check vidimus.yaml
    data: { path: ${samplesFile} }
    # Where pictures and videos lie (a folder, a template or a map: docs/media.md); systems that look are not asked without:
    #   data: { path: ${samplesFile}, media: videos }
${task}
systems:
  # Answers that were made elsewhere, by any program:
  - { id: mine, kind: predictions, path: ${answersFile} }
  # What a perfect system and a guessing one reach, to read scores against:
  - { kind: oracle }
  - { kind: chance }
  # A model behind an OpenAI-compatible server:
  #   - { id: model, kind: chat, provider: openai-compatible, baseUrl: http://localhost:8000/v1, model: my-model }
`,
    [samplesFile]: lines(samples),
    [answersFile]: lines(answers),
  };
}

function lines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}
