/**
 * A record's value under a name that came from data: names such as "constructor" must not find what
 * every object inherits.
 */
export function ownProperty<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
