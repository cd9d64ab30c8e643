import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { findById } from "../../../core/registry.ts";
import { UserError } from "../../../core/user-error.ts";
import { families } from "../../../families/index.ts";
import { makeFolder } from "../../../files/make-folder.ts";
import { shortPath } from "../../../files/short-path.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { commandLine } from "../../terminal/self-command.ts";
import type { Flags } from "../command.ts";
import { recordingOf, writeRecording } from "./recording.ts";
import { configFile, templateFiles, templatesOf } from "./template.ts";

/**
 * `vidimus init`: a configuration and a small dataset that run as they are. Files that are there
 * are never touched.
 */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const templates = templatesOf(families);
  const template = findById(templates, argument ?? templates[0]!.id, "family");
  const directory = resolve((flags.output as string | undefined) ?? ".");
  const recording = flags.recording === true ? recordingOf(template, templates) : undefined;
  const texts = recording ? { [configFile]: recording.config } : templateFiles(template);
  const files = Object.entries(texts).map(([name, text]) => ({
    path: join(directory, name),
    text,
  }));
  const folder = recording && join(directory, recording.folder);
  const paths = [...files.map(({ path }) => path), ...(folder === undefined ? [] : [folder])];
  const taken = paths.filter((path) => existsSync(path)).map((path) => shortPath(path));
  if (taken.length > 0)
    throw new UserError(
      `${taken.join(", ")}: there already, and nothing was written`,
      "name another folder: --output <dir>",
    );
  makeFolder(directory);
  for (const { path, text } of files) writeFileSync(path, text, { flag: "wx" });
  if (recording) await writeRecording(recording.layout, join(directory, recording.folder));
  const written = [
    ...files.map(({ path }) => path),
    ...(folder === undefined ? [] : readdirSync(folder).map((name) => join(folder, name))),
  ].map((path) => shortPath(path));
  if (flags.json === true)
    process.stdout.write(
      `${JSON.stringify({ schema: "vidimus-init/1", family: template.id, files: written })}\n`,
    );
  else
    process.stdout.write(
      `${written.join("\n")}\n\nRun it:\n  ${commandLine(["run", shortPath(join(directory, configFile))])}\n`,
    );
  return exitCode.fine;
}
