const none: readonly RegExpExecArray[] = [];

/**
 * What `matchAll` gives, as a list. The pattern, which must be global, is used as it is: `matchAll`
 * copies it, which takes longer than most searches here.
 */
export function allMatches(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  pattern.lastIndex = 0;
  let match = pattern.exec(text);
  if (!match) return none;
  const matches: RegExpExecArray[] = [];
  for (; match; match = pattern.exec(text)) {
    matches.push(match);
    // As `matchAll` does: an empty match would be found for ever.
    if (match[0] === "")
      pattern.lastIndex += pattern.unicode && text.codePointAt(pattern.lastIndex)! > 0xffff ? 2 : 1;
  }
  return matches;
}
