/**
 * JSON as ProAssist's evaluator writes it. Times are floats there, and its judge reads them as
 * Python prints them: `7.0`, where JSON here would say `7`.
 */
export function exportedJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`.replaceAll(
    /^( *"timestamp_in_stream": \d+)$/gm,
    "$1.0",
  );
}
