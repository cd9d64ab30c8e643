import { isDenied } from "./denial.ts";

/**
 * A place in a text, in the form in which choices are looked for, where a choice is named by its
 * text.
 */
export interface Place {
  readonly key: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Words that also greet, agree, order or fill a sentence, so that their mere presence names
 * nothing.
 */
const idiomatic = new Set(
  "right left up down forward forwards backward backwards straight back one two none first second third last next true false yes no all both other neither either unknown unclear maybe nothing something everything correct incorrect wrong ok okay fine good well sure same different out off over in on under here there now then still more less even just like kind mean see look wait please the and not clear clearly possible likely certain certainly exactly agreed great best better cool stop go come let this that it none some any few many most".split(
    " ",
  ),
);

/** Whether a choice is a word that needs more than its presence to be an answer. */
export function isIdiomatic(key: string): boolean {
  return idiomatic.has(key);
}

const setting =
  "(?: (?:here|to me|overall|in (?:the|this) (?:video|image|picture|clip|scene|frames?|footage|photo)))?";
const clauseEnd = new RegExp(`^["')\\]]*${setting} *(?:[.,;!](?!\\d)|$|(?:because|since|due to) )`);
const sidedEnd = new RegExp(`^(?: (?:side|direction|hand side))?${clauseEnd.source.slice(1)}`);
const pickedEnd = new RegExp(
  `^(?: (?:one|side|direction|hand side|option|choice|answer))?${clauseEnd.source.slice(1)}`,
);
const praising =
  /^(?:right|correct|true|best|good|better|same|other|wrong|first|second|third|last|next)$/;

/** Whether a choice is the last thing that its clause says. */
function endsClause({ key, after }: Place): boolean {
  return (praising.test(key) ? sidedEnd : pickedEnd).test(after);
}

/** Whether nothing around a choice denies, doubts, compares or asks. */
function isUndisputed({ before, after }: Place): boolean {
  return !isDenied(before) && !isDenied(after);
}

const opening =
  /^(?:(?:so|well|thus|therefore|hence|clearly|overall|indeed|probably|most likely) |(?:i|we) (?:\w+ly |can |do )?(?:think|believe|say|see|guess|suspect|conclude)(?: that)? |(?:it|this|he|she) (?:looks|seems|appears)(?: like| that| as if| as though) |(?:the|this) (?:video|image|picture|clip|frames?|footage|scene|photo) (?:clearly )?(?:shows?|depicts?|displays?)(?: that)? )+/;
/** Words after which a clause speaks of something else than its subject. */
const subordinate =
  /(?<!\p{L})(?:when|while|whilst|before|after|until|till|because|since|as|than|who|whose|whom|which|where|like|although|and|then|plus|what|how|why|both|with|without|for|from|by|near|behind|beside|next|of|you|your|you're|i|i'm|i've|we|we're|say|says|said|claims?|claimed|believes?|think|thinks|call|called|calls|named|wonder|hope|wish|seem to|to)(?!\p{L})/u;
const linking =
  /(?:^| |(?<=\p{L})')(?:is|are|was|were|s|re|looks?|seems?|appears?|becomes?|shows?|depicts?|contains?|(?:looks?|seems?) like|(?:seems?|appears?) to be|must be|moves? at|travels? at|is made of|turns)(?: (?:clearly|definitely|certainly|obviously|evidently|really|indeed|simply|just|mostly|mainly|probably|likely|most likely|visibly|now|in|at))*(?: an?| the)? $/u;

const asking = /^(?:is|are|was|were|does|do|did|can|has|have|will) /;
const pronoun = /^(?:he|she|it|they) $/;
const actor = /^(?:he|she|it|they|(?:an?|the) \p{L}+) $/u;

/**
 * Whether a clause asserts the choice that ends it: the clause is nothing else, the choice is what
 * a subject is said to be or do, or, for a choice of three words or more, it follows a few words
 * that do not lead elsewhere. Everyday words have narrower forms of their own.
 */
export function isAsserted(place: Place): boolean {
  if (place.before.length + place.after.length > 160 || !endsClause(place) || !isUndisputed(place))
    return false;
  const clause = clauseBefore(place.before);
  const said = clause
    .replace(opening, "")
    .replace(/^the \p{L}+ of (?=(?:the|this|his|her|its|their) )/u, "");
  if (asking.test(said)) return false;
  if (isIdiomatic(place.key)) return isAssertedIdiom(place.key, said, clause !== said);
  const rest = said.replace(/^(?:an?|the) $/, "");
  if (rest === "") return true;
  if (
    subordinate.test(
      said.replace(/(?:seems?|appears?) to be /, "is ").replace(/(?:looks?|seems?) like /, "is "),
    )
  )
    return false;
  if (said.split(" ").length > 9) return false;
  const words = place.key.split(" ").length;
  return linking.test(said) || words > 2 || (words === 2 ? actor : pronoun).test(said);
}

function clauseBefore(before: string): string {
  return before.slice(before.search(/[^.,;:!]*$/)).trimStart();
}

const motion =
  /(?:(?<= )heads|(?<= )headed|(?:^| )(?:moves?|moving|moved|goes|going|went|turns?|turning|turned|heading|points?|pointing|faces|facing|travels?|travell?ing|drives|driving|flies|flying|slides?|sliding|bends?|bending|leans?|leaning|swings?|drifts?|steers?|rotates?|rotating|shifts?|deflects?))(?: \w+ly)?(?: to| towards?)?(?: the| its| his| her| their)? $/;
const placed =
  /(?:^| )(?:is|are|was|were|sits|stands|lies|located)(?: \w+ly)? (?:on|to) (?:the|its|his|her|their) $|^(?:on|to|towards?) (?:the|its|his|her|their) $/;
const statement =
  /^(?:it|(?:the|this|that)(?: given| above)? (?:statement|claim|assertion|sentence|proposition|hypothesis|description|caption))(?: is|'s) (?:clearly |definitely |indeed |probably |likely )*$/;

function isAssertedIdiom(key: string, said: string, isIntroduced: boolean): boolean {
  if (/^(?:true|false|correct|incorrect)$/.test(key))
    return statement.test(said) && !(key === "correct" && said.startsWith("it"));
  if (!/^(?:left|right|up|down|forwards?|backwards?|straight)$/.test(key)) return false;
  if (
    /(?<!\p{L})(?:things?|all|it all|turn\w* (?=$))/u.test(said) &&
    (/^(?:up|down)$/.test(key) || !/turn/.test(said))
  )
    return false;
  if (subordinate.test(said.replace(/ (?:to|towards?) (?=(?:\w+ )?$)| (?:to|towards?) $/, " ")))
    return false;
  return (
    motion.test(said) ||
    (/^(?:left|right)$/.test(key) && placed.test(said)) ||
    (isIntroduced && said === "" && key !== "right")
  );
}

/**
 * Whether a choice is what a stated answer ends with: "the one that shows green", "on the left".
 */
export function isStated(place: Place): boolean {
  if (!endsClause(place) || !isUndisputed(place)) return false;
  if (!isIdiomatic(place.key)) return true;
  const clause = clauseBefore(place.before);
  return /^(?:the )?$/.test(clause) || isAssertedIdiom(place.key, clause, true);
}
