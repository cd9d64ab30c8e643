/**
 * A value that takes long to make and is not always needed: made when first asked for, the same
 * ever after.
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
