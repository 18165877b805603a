const AHEAD = 3;
const STARTS = ['', ',', '\n', '\r'];

/**
 * Doubles quotation marks that PHP escaped with a backslash. A text may also end in a backslash, so `\"` before a comma
 * or line end closes the text, unless the next text would begin with `\"`.
 */
export function createQuoteDoubler(): { next: (text: string) => string; end: () => string } {
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
    const until = Math.max(next, alignToCharacter(text, limit));
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

const alignToCharacter = (text: string, limit: number): number =>
  limit > 0 && limit < text.length && /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;

function isClosing(text: string, mark: number): boolean {
  const next = text.charAt(mark + 1);
  return ['', '\n', '\r'].includes(next) || (next === ',' && !text.startsWith('\\"', mark + 2));
}
