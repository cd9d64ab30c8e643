/** How the user calls this program: its name where it is installed, the script where it runs from a checkout. */
const self: string = import.meta.url.endsWith(".ts") ? "npm run -s vidimus --" : "vidimus";

/** The command with these arguments, as it can be typed into a shell. */
export function commandLine(args: readonly string[]): string {
  return [self, ...args.map((arg) => (/^[\w@%+=:,./[\]-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`))].join(" ");
}

/** This very command again, continuing the run in `directory` where it asked for a new one. */
export function sameCommand(args: readonly string[], directory: string): string {
  return commandLine(args.flatMap((arg) => (arg === "--new" ? ["--run", directory] : [arg])));
}
