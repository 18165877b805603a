import {
  balanceLines,
  LINE_HEIGHT,
  nextSize,
  type TextArea,
  WHOLE_WORDS_DOWN_TO,
  wordsByLine,
} from '#contract/rules/gift-card/gift-picture.ts';

/** Width of a text in em (1 = the font size). */
export type Measure = (text: string) => number;
export type FittedText = { size: number; lines: string[] };

type Room = Pick<TextArea, 'width' | 'height' | 'size'>;
type Wrapping = { paragraphs: string[][]; maxWidth: number; breakWords: boolean; measure: Measure };

/** Rounding room, in units of the canvas. */
const SLACK = 1e-6;

/**
 * The largest size, at most `area.size`, at which all of `text` fits its area, and its lines, evenly filled. The same
 * steps as the server takes for the picture it sends (server/pictures/message/text-layout.ts), so the preview breaks
 * where the picture does.
 */
export function fitText({ text, area, measure }: { text: string; area: Room; measure: Measure }): FittedText {
  const paragraphs = wordsByLine(text);
  if (paragraphs.length === 0) return { size: area.size, lines: [] };
  for (let size = area.size; ; size = nextSize(size)) {
    const breakWords = size < area.size * WHOLE_WORDS_DOWN_TO;
    const wrapping = { paragraphs, maxWidth: area.width / size, breakWords, measure };
    const lines = wrap(wrapping);
    if (lines && lines.length * LINE_HEIGHT * size <= area.height + SLACK)
      return { size, lines: balanceLines(lines, wrapping, wrap) };
  }
}

/** Lines of at most `maxWidth` em, or null when a word is wider and must stay whole. */
function wrap({ paragraphs, maxWidth, breakWords, measure }: Wrapping): string[] | null {
  const lines: string[] = [];
  const space = measure(' ');
  for (const words of paragraphs) {
    let [line, width] = ['', 0];
    for (const word of words) {
      const wide = measure(word);
      if (line !== '' && width + space + wide <= maxWidth) {
        [line, width] = [`${line} ${word}`, width + space + wide];
        continue;
      }
      if (line !== '') lines.push(line);
      if (wide > maxWidth && !breakWords) return null;
      const pieces = wide > maxWidth ? breakWord(word, maxWidth, measure) : [word];
      line = pieces.pop() ?? '';
      width = measure(line);
      lines.push(...pieces);
    }
    lines.push(line);
  }
  return lines;
}

const graphemes = new Intl.Segmenter('en');

function breakWord(word: string, maxWidth: number, measure: Measure): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(word)) {
    if (piece !== '' && measure(piece + segment) > maxWidth) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece];
}
