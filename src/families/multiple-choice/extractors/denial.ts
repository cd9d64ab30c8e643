/**
 * Words and endings that deny, exclude or question what stands beside them, in the languages in
 * which answers are read.
 */
const denying =
  "not|never|neither|nor|no|none|nothing|nobody|nowhere|hardly|barely|scarcely|cannot|cant|dont|doesnt|isnt|wont|wasnt|without|wrong\\w*|incorrect\\w*|false\\w*|untrue|mistak\\w+|errors?|doubt\\w*|dubious|unlikely|improbabl\\w+|implausibl\\w+|impossibl\\w+|unsure|uncertain|except\\w*|exclud\\w+|unlike|rul(?:e|es|ed|ing)(?: \\w+)? out|cross(?:ed|ing)? out|eliminat\\w+|reject\\w*|dismiss\\w*|discard\\w*|den(?:y|ies|ied)|disagree\\w*|refut\\w+|contradict\\w*|disprov\\w+|unless|if|whether|suppos\\w+|assum\\w+|hypothe\\w+|imagin\\w+|opposite|contrary|avoid\\w*|fail\\w*|lack\\w*|absent|missing|confus\\w+|tempt\\w+|mislead\\w*|pretend\\w*|far from|anything but|all but|other than|rather than|instead of|apart from|aside from|less than|no longer|" +
  "nicht|kein\\w*|weder|niemals|falsch\\w*|bezweifl\\w+|unwahrscheinlich|wenn|falls|ne|pas|jamais|ni|faux|fausse|doute|si|non|nunca|tampoco|dudo|falso|falsa|dubito|duvido|não|nem|se|не|нет|ни|никогда|неверно|сомнева\\w+|если";
const hedging =
  "might|may|maybe|perhaps|possibl[ey]|could|would|should|almost|nearly|supposed|initial(?:ly)?|originally|at first|once thought|used to|vielleicht|peut-être|quizás?|forse|talvez|возможно";
const turning =
  "but|rather|instead|than|although|though|however|despite|wait|actually|sorry|either|or|anything|everything|something|last|least|less|other|another|else|opposed|versus|vs|allegedly|reportedly|apparently|supposedly|they say|want\\w*|tr(?:y|ies|ied|ying)|about to|going to|plan\\w*|attempt\\w*|refus\\w+|forg[eo]t\\w*|stop\\w*|expect\\w*|consider\\w*|compar\\w+|ask\\w*|question\\w*|options?|choices?|let me|let's|let us|i'll|we'll|need|check\\w*|more";
const chinese = "[不没非無无未别]|如果|除了";

const words = (list: string) => `(?<![\\p{L}])(?:${list})(?!\\p{L})`;
const anyDenial = new RegExp(
  `${words(`${denying}|${hedging}|${turning}`)}|n't|n'(?=est)|${chinese}|\\?`,
  "iu",
);
const clauseDenial = new RegExp(
  `${words(`${denying}|${hedging}|although|though|while|when`)}|n't|n'(?=est)|${chinese}`,
  "iu",
);

/**
 * Whether any word of a text denies, excludes, doubts, compares or asks: then what it names beside
 * that word is not asserted.
 */
export function isDenied(text: string): boolean {
  return anyDenial.test(text);
}

/**
 * Words that make a whole sentence something else than the system's own claim, however many commas
 * follow.
 */
const sentenceDenial = new RegExp(
  `${words(
    "doubt\\w*|had (?:it|he|she|they|there|the \\w+) been|if(?! (?:(?:i|we) (?:had|have|must|were|am|are)|(?:you|we|one) (?:look|looks|watch|examine|observe)) )|whether|unless|suppos\\w+|assum\\w+|imagin\\w+|(?:wrong|false|incorrect|mistake|error|unlikely|impossible|untrue) (?:that|to)|(?:not|never|cannot|can't|hardly|n't) (?:\\w+ )?(?:think|believe|agree|say|see|mean|suggest|claim|conclude|expect|convinced|true|the case|likely|support)(?! so)|bezweifl\\w+|glaube nicht|wenn|falls|(?:ne|n') ?(?:pense|crois) pas|doute|no creo|dudo|dubito|non (?:credo|penso)|não (?:acho|creio)|duvido|не (?:думаю|считаю)|сомнева\\w+|если",
  )}|n't (?:\\w+ )?(?:think|believe|agree|say|see|mean|suggest|claim|conclude|expect|convinced|true|likely|support)(?! so)|如果`,
  "iu",
);
/** Somebody else's claim, or an earlier one. */
const reported =
  /(?<!\p{L})(?:some|others?|many|most|people|one|you|user|he|she|they|man|woman|caption|sign|text|somebody|someone|everyone|anyone|who|which)(?: \w+)? (?:say|says|said|think|thinks|thought|claim|claims|claimed|argue|argues|argued|believe|believes|believed|suggest|suggests|suggested|ask|asks|asked|guess|guessed)(?!\p{L})|(?<!\p{L})(?:I|we) (?:\w+ )?(?:thought|assumed|believed|was going|wanted|considered|was told|am told)(?!\p{L})|(?<!\p{L})according to (?:the |a )?(?:user|caption|sign|narrator|him|her|them|some|others|\p{L}+s' )/iu;

/**
 * An example of an answer, or one that is not the best: "e.g. Answer: B", "the least likely answer
 * is B".
 */
const otherAnswer =
  /(?<!\p{L})(?:e\.g\.|for (?:example|instance)|(?:example|format|template) ?:|such as|(?:reply|respond) (?:like|with))[^.\n]{0,30}$|(?<!\p{L})(?:bad|worst|worse|poor|poorest|previous|prior|last|earlier|old|first|second|third|next|least|less|alternative|other|another|example|sample|tempting|typical|common|his|her|their|\p{L}+'s)[ -](?:\p{L}+ )?$/iu;

/** Negations that say how sure one is. */
const certainty =
  /(?<!\p{L})(?:without (?:an?y? )?doubt|(?:there is |there's )?no (?:doubt|question)(?: that)?)(?!\p{L})/giu;

/**
 * Whether what stands before a statement takes it back: a denial in the same clause, or a doubt,
 * condition or report in the same sentence.
 */
export function isDisclaimed(before: string): boolean {
  if (otherAnswer.test(before)) return true;
  const sentence = lastPart(before.replace(certainty, ""), /[.!?;\n](?!\d)/g);
  if (sentence === "") return false;
  const scope = lastPart(
    sentence,
    /(?<!\p{L})(?:so|therefore|thus|hence|consequently)(?!\p{L})|, but(?!\p{L})|(?<!\p{L})but (?=(?:I (?:think|believe) )?(?:that )?$)/giu,
  );
  return (
    sentenceDenial.test(scope) || reported.test(scope) || clauseDenial.test(lastPart(scope, /,/g))
  );
}

function lastPart(text: string, boundary: RegExp): string {
  let from = 0;
  for (const match of text.matchAll(boundary)) from = match.index + match[0].length;
  return text.slice(from);
}

const verdict =
  "(?:wrong|incorrect|false|untrue|unlikely|improbable|implausible|impossible|doubtful|mistaken|rejected|eliminated|excluded|discarded|ruled out|out(?= *(?:[.,;!]|$))|falsch|faux|incorrecto|falso|неверно)";
const negatedVerdict =
  "(?:not|never|n't|hardly) (?:be |really |quite |even |at all |a |the |my |an )*(?:shown|seen|visible|supported|correct|right|possible|plausible|likely|best|answer|it|true|this|that|so|really|quite|sure|match|good|valid|option|choice|case|present)";
const takenBack = new RegExp(
  `^[\\s"'()\\[\\],;:.!-]*(?:${[
    "(?:or|if|unless|maybe|perhaps|possibly|wait|hold on|actually|hmm+|nope|never|just kidding|ou|oder|или)(?!\\p{L})",
    "but(?! (?:not|only|barely|slightly)(?! (?:if|when|in)|\\p{L}))(?!\\p{L})",
    "no(?= *(?:[,.;!?]|-|$))|not(?= *(?:[,.;!?]|$))",
    `${verdict}(?!\\p{L})|${negatedVerdict}(?!\\p{L})`,
    `(?:i|we) (?:\\w+ )?(?:doubt|reject|eliminate|exclude|rule|guess not|disagree)`,
    `(?:(?:and |but )?(?:which|this|that|it|option|choice|answer)(?: option| choice| answer| one)?)? ?(?:is|was|are|were|'s|seems|looks|sounds|would be|can be|could be|must be|has been|ist|est|es|è)(?: \\w+)?[ ']*(?:${verdict}|${negatedVerdict})(?!\\p{L})`,
    `(?:(?:and |but )?(?:which|this|that|it))? ?(?:isn't|wasn't|cannot|can't|couldn't|doesn't|does not|is not|was not)(?!\\p{L})`,
    "[^.!\\n]{0,80}(?:scratch that|i mean|correction)(?!\\p{L})",
    "(?!why)[^.!\\n]{0,200}\\?",
  ].join("|")})`,
  "iu",
);

/**
 * Whether what stands after a named choice takes it back, makes it depend on something, or asks:
 * "B, or C", "B: unlikely", "B, right?".
 */
export function isTakenBack(after: string): boolean {
  return takenBack.test(after);
}
