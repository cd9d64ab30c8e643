/** How the user calls this program: its name where it is installed, the script where it runs from a checkout. */
export const selfCommand: string = import.meta.url.endsWith(".ts") ? "npm run -s vidimus --" : "vidimus";
