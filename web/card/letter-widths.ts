/**
 * Advance of the printable ASCII characters in hundredths of an em: the display face at its boldest, so nothing
 * overflows.
 */
const WIDTHS = (
  '23 30 38 63 65 99 75 19 33 33 46 53 21 36 25 37 67 36 61 61 64 62 66 52 66 66 26 24 53 53 53 43 100 71 69 69 71 63 60 73 ' +
  '73 30 38 70 51 96 79 73 65 73 69 66 58 73 68 100 72 66 58 33 37 33 59 57 28 60 65 57 65 59 41 61 64 29 29 61 28 96 64 61 ' +
  '65 65 45 55 41 63 59 88 59 61 54 35 28 35 53'
)
  .split(' ')
  .map(Number);

const FIRST = 32;
const OTHER_LETTER = 80;
/** Emoji, and scripts whose characters are square. */
const SQUARE = 120;

const graphemes = new Intl.Segmenter('en');

/** Width of a text in em, the same on server and phone; rather too wide than too narrow. */
export function measureByTable(text: string): number {
  let sum = 0;
  for (const { segment } of graphemes.segment(text)) sum += widthOf(segment);
  return sum / 100;
}

function widthOf(grapheme: string): number {
  const [plain = ''] = grapheme.normalize('NFD');
  const known = WIDTHS[(plain.codePointAt(0) ?? 0) - FIRST];
  if (known !== undefined && !/\p{Emoji_Presentation}|\u{fe0f}/u.test(grapheme)) return known;
  return /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{P}]/u.test(grapheme) ? OTHER_LETTER : SQUARE;
}
