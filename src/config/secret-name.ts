const marks = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH/i;

/**
 * Words that hold a mark and are everyday settings; taken for secrets they would hide from the spec
 * what changes results.
 */
const harmless =
  /(?:MAX|MIN|NUM|NEW|INPUT|OUTPUT|PROMPT|COMPLETION|REASONING|THINKING|CONTEXT)_?TOKENS|TOKENI[SZ]ER|KEYFRAME|KEYWORD|AUTHOR(?!I)/gi;

/**
 * Whether an environment variable of this name holds a secret. Wide on purpose: what is wrongly
 * taken for one only stays `${NAME}`.
 */
export function isSecretVariable(name: string): boolean {
  return mayShowSecret(name);
}

const secretWords: ReadonlySet<string> = new Set([
  ..."secret secrets password passwords passwd passphrase credential credentials auth authorization apikey apikeys".split(
    " ",
  ),
]);

const secretOwners: ReadonlySet<string> = new Set([
  ..."access account api auth authentication bearer client hf hub private refresh secret security service session subscription user".split(
    " ",
  ),
]);

/**
 * Whether a field of this name holds a secret. Narrow on purpose, because a literal in it is an
 * error: `maxTokens`, `imageToken` and `groupKey` hold none.
 */
export function isSecretField(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  if (secretWords.has(last)) return true;
  if (last !== "key" && last !== "keys" && last !== "token" && last !== "tokens") return false;
  const owner = words.at(-2);
  return owner === undefined ? last === "token" : secretOwners.has(owner);
}

/** The usual variable for a field: `API_KEY` for `apiKey`. */
export function variableFor(field: string): string {
  return wordsOf(field).join("_").toUpperCase();
}

/** Whether text of a configuration may show a secret. */
export function mayShowSecret(text: string): boolean {
  return marks.test(text.replace(harmless, ""));
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}
