/** Shorter values are left alone: they would turn up in ordinary text. */
const shortestSecret = 4;

/**
 * Takes secret values out of texts that people will see or store, also where they are written
 * inside JSON or a URL. Longest first, so that no rest of a secret remains.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.filter((secret) => secret.length >= shortestSecret).flatMap(formsOf);
  const ordered = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return (text) => redact(text, ordered);
}

function formsOf(secret: string): readonly string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())];
}

function redact(text: string, [secret, ...shorter]: readonly string[]): string {
  if (secret === undefined) return text;
  return text
    .split(secret)
    .map((piece) => redact(piece, shorter))
    .join("[secret]");
}
