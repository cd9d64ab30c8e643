/**
 * Takes keys out of a text that came from elsewhere: some servers repeat in their errors what they
 * were sent.
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= shortest)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .reduce((clean, secret) => clean.replaceAll(secret, "[secret]"), text);
}

/** Shorter values turn up in ordinary text. */
const shortest = 4;
