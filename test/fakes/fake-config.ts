import type { Registries } from "../../src/config/config.ts";
import { type ResolvedConfig, resolveConfig } from "../../src/config/resolve-config.ts";
import { yamlSource } from "../../src/config/yaml-source.ts";
import { UserError } from "../../src/core/user-error.ts";
import { fakeRegistries } from "./fake-registries.ts";

/** What a test changes in an otherwise right configuration. */
export interface Given {
  readonly family?: string;
  readonly task?: string;
  readonly systems?: string;
  readonly rest?: string;
  readonly set?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly registries?: Registries;
}

/** The task's own text starts on line 5; systems start two lines after its end. */
export function resolveGiven(given: Given): ResolvedConfig {
  const {
    family = "quiz",
    task = "    data: { path: val.csv }",
    systems = "  - kind: oracle",
    rest = "",
  } = given;
  return resolveText(
    `name: demo\ntasks:\n  - id: plant-qa\n    family: ${family}\n${task}\nsystems:\n${systems}\n${rest}`,
    given,
  );
}

export function resolveText(
  text: string,
  { set = [], environment = {}, registries = fakeRegistries() }: Given = {},
): ResolvedConfig {
  return resolveConfig(yamlSource(text, "vidimus.yaml"), { registries, set, environment });
}

/** What the user is told. */
export function mistakeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.hint === undefined ? error.message : `${error.message}\nhint: ${error.hint}`;
  }
  throw new Error("nothing was wrong");
}
