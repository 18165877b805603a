import { createReadStream } from 'node:fs';

export type Encoding = { label: 'utf-8' | 'utf-16le' | 'utf-16be' } | { label: 'windows-1252'; line: number };

const MARKS = [
  { label: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { label: 'utf-16le', mark: [0xff, 0xfe] },
  { label: 'utf-16be', mark: [0xfe, 0xff] },
] as const;

const JSON_START = /^\s*[[{]/;
const NO_TEXT =
  'This is not a CSV file, or it is UTF-16 without a byte order mark; save it as "CSV UTF-8" and import it again.';

/**
 * Detects a byte order mark, otherwise UTF-8, otherwise Windows-1252, in constant memory. Throws Unreadable for binary
 * files.
 */
export async function detectEncoding(path: string): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let first = true;
  let line = 1;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (first) {
      const marked = MARKS.find(({ mark }) => mark.every((byte, index) => chunk[index] === byte));
      if (marked) return { label: marked.label };
      if (chunk.includes(0) || JSON_START.test(chunk.toString('latin1', 0, 100)))
        throw Object.assign(new Error(NO_TEXT), { line: 1 });
      first = false;
    }
    try {
      line += countLineBreaks(decoder.decode(chunk, { stream: true }));
    } catch {
      return { label: 'windows-1252', line: line + countLineBreaks(validPart(chunk)) };
    }
  }
  try {
    decoder.decode();
    return { label: 'utf-8' };
  } catch {
    return { label: 'windows-1252', line };
  }
}

const countLineBreaks = (text: string): number => text.split('\n').length - 1;

/** Returns the text before the first invalid byte. Ignores a character that the start of the chunk splits. */
function validPart(chunk: Buffer): string {
  const text = chunk.toString('utf8').replace(/^\uFFFD{1,3}/, '');
  const end = text.indexOf('\uFFFD');
  return end < 0 ? '' : text.slice(0, end);
}
