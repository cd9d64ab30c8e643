/** What is often meant by text that is no JSON; `undefined` where nothing suggests itself. */
export function jsonHint(text: string): string | undefined {
  const start = text.slice(0, 100_000).replace(/"(?:[^"\\]|\\.)*"/g, '""');
  if (/[[{,:]\s*'/.test(start)) return "single quotes are Python's; write the file with json.dump";
  if (/[[,:]\s*(?:NaN|-?Infinity)\b/.test(start))
    return "NaN and Infinity are not JSON, though Python writes them; write null";
  return undefined;
}
