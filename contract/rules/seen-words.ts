/**
 * Matches invisible characters and fillers that look like spaces, but not joiners and variation selectors, which have a
 * use.
 */
const UNSEEN =
  /(\u{1F3F4}[\u{E0020}-\u{E007F}]+)|(?!\u200C|\u200D|[\uFE00-\uFE0F]|[\u180B-\u180D\u180F]|[\u{E0100}-\u{E01EF}])[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]/gu;
const MAY_HIDE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]/u;
const SEEN = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
const JOINER = /\u200C|\u200D/;
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/u;
const JOINED = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}])[\p{L}\p{M}]/u;

/**
 * Removes invisible characters, which can reverse text or hide inside words. Keeps flag tags, and joiners in emoji and
 * in Persian and Indic words.
 */
export function stripInvisibleCharacters(text: string): string {
  if (!MAY_HIDE.test(text)) return text;
  const signs = [...text.replace(UNSEEN, (_, flag?: string) => flag ?? '')];
  return signs.filter((sign, index) => !JOINER.test(sign) || isJoined(signs[index - 1], signs[index + 1])).join('');
}

function isJoined(before = '', behind = ''): boolean {
  return JOINED.test(before) || (EMOJI.test(before) && EMOJI.test(behind));
}

export function isBlank(text: string): boolean {
  return !SEEN.test(text);
}

/** Joins all lines into one, because a second line could imitate the shop's own text. */
export function toSingleLine(text: string): string {
  return stripInvisibleCharacters(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
