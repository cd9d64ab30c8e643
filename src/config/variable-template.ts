/** A text in which `${NAME}` and `${NAME:-default}` stand for environment variables. */
export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "variable"; readonly name: string; readonly fallback: string | undefined }
  | { readonly kind: "malformed"; readonly text: string };

const special = /\$\$\{|\$\{([^}]*)(\}?)/g;
const variable = /^([A-Za-z_]\w*)(?::-(.*))?$/s;

/**
 * `$${` stands for `${` itself; a `${` that is none of these is malformed, never taken literally.
 */
export function parseTemplate(text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of text.matchAll(special)) {
    if (match.index > end) parts.push({ kind: "text", text: text.slice(end, match.index) });
    parts.push(readPart(match));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

/** Text that `parseTemplate` reads as exactly this text. */
export function escapeTemplate(text: string): string {
  return text.replaceAll("${", "$$${");
}

function readPart([whole, inside, close]: RegExpExecArray): TemplatePart {
  if (inside === undefined) return { kind: "text", text: "${" };
  const [, name, fallback] = variable.exec(inside) ?? [];
  // A fallback with a variable of its own would end at the inner brace.
  if (name === undefined || close === "" || fallback?.includes("${"))
    return { kind: "malformed", text: whole };
  return { kind: "variable", name, fallback };
}
