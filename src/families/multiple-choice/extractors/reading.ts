/**
 * What a rule makes of a reply. `conflict`: it names several choices. `unreadable`: it states an
 * answer, but none of the choices, so that weaker rules must not guess. `undefined` elsewhere: the
 * rule does not apply.
 */
export type Reading =
  | { readonly kind: "choice"; readonly choice: number }
  | { readonly kind: "conflict"; readonly reason: string }
  | { readonly kind: "unreadable"; readonly reason: string };

export function choiceReading(choice: number): Reading {
  return { kind: "choice", choice };
}

export function conflict(reason: string): Reading {
  return { kind: "conflict", reason };
}

export function unreadable(reason: string): Reading {
  return { kind: "unreadable", reason };
}

/**
 * Several readings as one: they must not contradict each other, and a choice outweighs what could
 * not be read.
 */
export function agree(readings: readonly Reading[]): Reading | undefined {
  const clash = readings.find(({ kind }) => kind === "conflict");
  if (clash) return clash;
  const choices = readings.filter((reading) => reading.kind === "choice");
  if (new Set(choices.map(({ choice }) => choice)).size > 1)
    return conflict("the reply names several choices");
  return choices[0] ?? readings[0];
}
