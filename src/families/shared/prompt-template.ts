import { type FrameRef, isWholeVideo } from "../../core/asking/chat.ts";
import { closest } from "../../core/suggest.ts";
import { UserError } from "../../core/user-error.ts";

/** What a family's prompts may be and hold. */
export interface PromptRules {
  readonly family: string;
  /** For each prompt that can be replaced the placeholders it knows. */
  readonly placeholders: Readonly<Record<string, readonly string[]>>;
  /** A placeholder that the user prompt must have, and why. */
  readonly needed?: { readonly name: string; readonly reason: string };
}

const placeholder = /\{\{\s*([\w-]+)\s*\}\}/g;

/** Throws a `UserError` where a prompt is none of the family's, or holds what it does not know. */
export function checkPrompts(
  prompts: Readonly<Record<string, string>>,
  { family, placeholders, needed }: PromptRules,
): void {
  const roles = Object.keys(placeholders);
  for (const [role, template] of Object.entries(prompts)) {
    const known = placeholders[role];
    if (!known) {
      const near = closest(role, roles);
      throw new UserError(
        `${family} has no prompt "${role}"`,
        near ? `did you mean "${near}"?` : `it has: ${roles.join(", ")}`,
      );
    }
    checkPlaceholders(role, template, known);
    if (role === "user" && needed && !placeholdersIn(template).includes(needed.name))
      throw new UserError(`the user prompt does not contain {{${needed.name}}}`, needed.reason);
  }
}

function checkPlaceholders(role: string, template: string, known: readonly string[]): void {
  for (const [whole, name] of template.matchAll(placeholder)) {
    if (known.includes(name!)) continue;
    const near = closest(name!, known);
    const all = known.map((each) => `{{${each}}}`).join(", ");
    throw new UserError(
      `the ${role} prompt has an unknown placeholder ${whole}`,
      near ? `did you mean {{${near}}}? (${all})` : `known are ${all}`,
    );
  }
}

/** Names of the placeholders of a template. */
export function placeholdersIn(template: string): readonly string[] {
  return Array.from(template.matchAll(placeholder), ([, name]) => name!);
}

/**
 * A template with values put in. What is put in is not read again, so a question may contain
 * braces.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(placeholder, (_, name: string) => values[name] ?? "");
}

/**
 * How many frames go with a prompt, for `{{frameCount}}`; `all` where a video is sent as a whole.
 */
export function frameCountText(frames: readonly FrameRef[]): string {
  return frames.some(isWholeVideo) ? "all" : String(frames.length);
}
