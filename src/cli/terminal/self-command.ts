import { basename, delimiter, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** How this process was started. */
interface Started {
  /** The file that Node was given, links not followed. */
  readonly script: string;
  readonly cwd: string;
  /** Folders that a shell looks for commands in. */
  readonly path: readonly string[];
  /** The folder of the checkout, where this is the source and not the package. */
  readonly checkout: string | undefined;
}

/** What the user types to call this program from where they are. */
export function selfCommand({ script, cwd, path, checkout }: Started): string {
  const folder = dirname(script);
  const near = quoted(
    relative(cwd, script).startsWith(`..${sep}..`) ? script : relative(cwd, script),
  );
  if (checkout !== undefined) return cwd === checkout ? "npm run -s vidimus --" : `node ${near}`;
  if (folder.endsWith(join("node_modules", ".bin")) || isInstalledAbove(script, cwd))
    return "npx vidimus";
  if (basename(script) !== "vidimus")
    return script.includes(join("node_modules", "vidimus")) ? "vidimus" : `node ${near}`;
  return path.includes(folder) ? "vidimus" : near;
}

/** Some shells start the file itself, not the link that stands for it. */
function isInstalledAbove(script: string, cwd: string): boolean {
  const [project, rest] = script.split(join(sep, "node_modules", "vidimus", sep));
  return rest !== undefined && (cwd === project || cwd.startsWith(`${project}${sep}`));
}

/** The command with these arguments, as it can be typed into a shell. */
export function commandLine(args: readonly string[]): string {
  const isSource = import.meta.url.endsWith(".ts");
  const self = selfCommand({
    script: process.argv[1] ?? "vidimus",
    cwd: process.cwd(),
    path: (process.env.PATH ?? "").split(delimiter),
    checkout: isSource
      ? fileURLToPath(new URL("../../..", import.meta.url)).replace(/[\\/]$/, "")
      : undefined,
  });
  return [self, ...args.map(quoted)].join(" ");
}

/** The same as it is stored beside results, which others read elsewhere. */
export function storedCommand(args: readonly string[]): string {
  return ["vidimus", ...args.map(quoted)].join(" ");
}

/** This very command again, continuing the run in `directory` where it asked for a new one. */
export function sameCommand(args: readonly string[], directory: string): string {
  return commandLine(args.flatMap((arg) => (arg === "--new" ? ["--run", directory] : [arg])));
}

function quoted(text: string): string {
  return /^[\w@%+=:,./[\]-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
