/** What behind a quotation mark decides what it is: a comma, a backslash, another mark. */
const AHEAD = 3;
const STARTS = ['', ',', '\n', '\r'];

/**
 * Doubles the quotation marks that PHP leaves as they are inside of quoted texts, those behind a backslash: page
 * builders keep `{\"wide\": ...}` in descriptions. A text may end in a backslash: a mark before a comma or the end of the
 * line closes it, unless the next text would begin with `\"`. Takes a CSV text piece by piece.
 */
export function doublingQuotes(): { next: (text: string) => string; end: () => string } {
  let waiting = '';
  let before = '';
  let isQuoted = false;
  const read = (text: string, limit: number): string => {
    let written = '';
    let from = 0;
    let next = 0;
    for (let mark = text.indexOf('"'); mark >= 0 && mark < limit; mark = text.indexOf('"', next)) {
      const previous = mark === 0 ? before : text.charAt(mark - 1);
      next = mark + 1;
      if (!isQuoted) isQuoted = STARTS.includes(previous);
      else if (text.charAt(next) === '"') next += 1;
      else if (previous === '\\' && !isClosing(text, mark)) {
        written += `${text.slice(from, mark)}""`;
        from = next;
      } else isQuoted = false;
    }
    const until = Math.max(next, wholeSigns(text, limit));
    written += text.slice(from, until);
    before = until === 0 ? before : text.charAt(until - 1);
    waiting = text.slice(until);
    return written;
  };
  return {
    next: (text) => read(waiting + text, Math.max(0, waiting.length + text.length - AHEAD)),
    end: () => read(waiting, waiting.length),
  };
}

/** Emoji are two characters: half of one is no text. */
const wholeSigns = (text: string, limit: number): number =>
  limit > 0 && limit < text.length && /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;

function isClosing(text: string, mark: number): boolean {
  const next = text.charAt(mark + 1);
  return ['', '\n', '\r'].includes(next) || (next === ',' && !text.startsWith('\\"', mark + 2));
}
