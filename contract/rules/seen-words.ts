/** Unseen by definition of Unicode, with the fillers that only look like a space; joiners and variations have a use. */
const UNSEEN =
  /(\u{1F3F4}[\u{E0020}-\u{E007F}]+)|(?!\u200C|\u200D|[\uFE00-\uFE0F]|[\u180B-\u180D\u180F]|[\u{E0100}-\u{E01EF}])[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]/gu;
const MAY_HIDE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]/u;
const SEEN = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
const JOINER = /\u200C|\u200D/;
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/u;
/** Scripts whose words use joiners: Arabic and those of India, not Latin or Chinese. */
const JOINED = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}])[\p{L}\p{M}]/u;

/**
 * Removes characters that nobody sees: they turn the text behind them round, or hide inside of a word. Keeps letters of
 * every direction, joiners inside of emoji and of Persian and Indic words, and the flags made of tags.
 */
export function seenWords(text: string): string {
  if (!MAY_HIDE.test(text)) return text;
  const signs = [...text.replace(UNSEEN, (_, flag?: string) => flag ?? '')];
  return signs.filter((sign, at) => !JOINER.test(sign) || isJoined(signs[at - 1], signs[at + 1])).join('');
}

function isJoined(before = '', behind = ''): boolean {
  return JOINED.test(before) || (EMOJI.test(before) && EMOJI.test(behind));
}

/** Whether nothing of a text can be seen. */
export function isBlank(text: string): boolean {
  return !SEEN.test(text);
}

/** One line of what is seen, so that no line of a stranger's looks like another part of a message. */
export function oneLine(text: string): string {
  return seenWords(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
