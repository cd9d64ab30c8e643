/** Whether a path asks for several files. */
export function isGlob(path: string): boolean {
  return /[*?{[]/.test(path);
}

/**
 * What a pattern matches: `*` and `?` within a name, `**` across folders, `[ab]` one of these
 * signs, `{a,b}` either.
 */
export function globPattern(glob: string): RegExp {
  let pattern = "";
  let braces = 0;
  for (let at = 0; at < glob.length; at++) {
    const sign = glob[at]!;
    if (glob.startsWith("**/", at)) {
      pattern += "(?:[^/]+/)*";
      at += 2;
    } else if (glob.startsWith("**", at)) {
      pattern += ".*";
      at++;
    } else if (sign === "*") pattern += "[^/]*";
    else if (sign === "?") pattern += "[^/]";
    else if (sign === "{") {
      pattern += "(?:";
      braces++;
    } else if (sign === "}" && braces > 0) {
      pattern += ")";
      braces--;
    } else if (sign === "," && braces > 0) pattern += "|";
    else if (sign === "[" && glob.indexOf("]", at + 1) > 0) {
      const end = glob.indexOf("]", at + 1);
      pattern += `[${glob
        .slice(at + 1, end)
        .replace(/^!/, "^")
        .replaceAll("\\", "\\\\")}]`;
      at = end;
    } else pattern += sign.replace(/[.+^$()|[\]\\{}]/g, "\\$&");
  }
  return new RegExp(`^${pattern}${")".repeat(braces)}$`, "u");
}

/** The folder above everything that a pattern can match, and the pattern below it. */
export function splitGlob(glob: string): { readonly folder: string; readonly pattern: string } {
  const parts = glob.split("/");
  const at = parts.findIndex(isGlob);
  return {
    folder: parts.slice(0, at).join("/") || (glob.startsWith("/") ? "/" : "."),
    pattern: parts.slice(at).join("/"),
  };
}
