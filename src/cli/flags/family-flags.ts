import { statSync } from "node:fs";
import { basename } from "node:path";
import type { z } from "zod";
import type { SystemConfig } from "../../config/config.ts";
import type { Family } from "../../core/family.ts";
import { closest } from "../../core/suggest.ts";
import { UserError } from "../../core/user-error.ts";

/** What flags of a family say: its options as `name=value`, and graders by role. */
export interface FamilyFlags {
  readonly options: readonly string[];
  readonly graders: Readonly<Record<string, SystemConfig>>;
}

/**
 * Reads flags that only one family knows: `--zero-edge drop` sets its option `zeroEdge`,
 * `--similarity table.json` fills the role of that name. `words` are what the command line has left
 * over.
 */
export function familyFlags(family: Family, words: readonly string[]): FamilyFlags {
  const names = new Map(optionNames(family).map((name) => [kebab(name), name]));
  const options: string[] = [];
  const graders: Record<string, SystemConfig> = {};
  for (let at = 0; at < words.length; at++) {
    const [, flag, given] = /^--([^=]+)(?:=(.*))?$/s.exec(words[at]!) ?? [];
    if (flag === undefined)
      throw new UserError(
        `unexpected argument "${words[at]}"`,
        "values follow the flag they belong to",
      );
    const isFollowed = words[at + 1] !== undefined && !words[at + 1]!.startsWith("--");
    const value =
      given ?? (isFollowed ? words[++at] : isSwitch(family, names.get(flag)) ? "true" : undefined);
    const role = family.people.graders.find((grader) => grader.role === flag);
    if (!names.has(flag) && !role)
      throw unknownFlag(flag, family, [
        ...names.keys(),
        ...family.people.graders.map((grader) => grader.role),
      ]);
    if (value === undefined) throw new UserError(`--${flag} needs a value`);
    if (role && role.asks !== "similarity")
      throw new UserError(
        `--${flag}: a ${flag} is a system with settings of its own`,
        `name it in a configuration, as graders.${flag} of a task`,
      );
    if (names.has(flag)) options.push(`${names.get(flag)}=${quoted(value)}`);
    else if (value !== "lexical") graders[flag] = graderOf(flag, value, Object.values(graders));
  }
  return { options, graders };
}

/** Texts with commas or signs in them are no numbers or lists to YAML. */
function quoted(value: string): string {
  return /^[\w.+-]+$/.test(value) || /^[[{"']/.test(value) ? value : JSON.stringify(value);
}

function unknownFlag(flag: string, { id }: Family, known: readonly string[]): UserError {
  const near = closest(flag, known);
  return new UserError(
    `unknown option --${flag}`,
    near
      ? `did you mean --${near}?`
      : `family ${id} knows ${known.map((name) => `--${name}`).join(", ") || "none of its own"}`,
  );
}

/** A table of similarities, or a sentence encoder: its folder, or its name on the hub. */
function graderOf(role: string, place: string, others: readonly SystemConfig[]): SystemConfig {
  const found = statSync(place, { throwIfNoEntry: false });
  const name = basename(place) || role;
  // Two tables may have the same name in different folders.
  const id = others.some((other) => other.id === name) ? place : name;
  if (found === undefined && isHubName(place))
    return { id, kind: "sentence-encoder", settings: { huggingface: place, revision: "main" } };
  return {
    id,
    kind: found?.isDirectory() ? "sentence-encoder" : "similarity-table",
    settings: { path: place },
  };
}

/** `owner/name`, where that is not how a file of rows is named. */
function isHubName(place: string): boolean {
  return (
    /^[\w-][\w.-]*\/[\w.-]+$/.test(place) &&
    !/\.(?:jsonl?|csv|tsv|parquet|arrow|zip|gz)$/i.test(place)
  );
}

function optionNames(family: Family): readonly string[] {
  return Object.keys(shapeOf(family));
}

/** What is true or false needs no value to be true. */
function isSwitch(family: Family, name = ""): boolean {
  return shapeOf(family)[name]?.safeParse(true).success ?? false;
}

/** Of a schema that is changed further after it was read, the shape of what is read. */
function shapeOf({
  data: { options: optionsSchema },
}: Family): Readonly<Record<string, z.ZodType>> {
  const { shape, in: read } = optionsSchema as {
    readonly shape?: z.ZodRawShape;
    readonly in?: { readonly shape?: z.ZodRawShape };
  };
  return (shape ?? read?.shape ?? {}) as Readonly<Record<string, z.ZodType>>;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
