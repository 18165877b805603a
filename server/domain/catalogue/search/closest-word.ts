/** In words of this length, only swapped letters are corrected. */
const SHORT = 3;

function mistakesAllowed(length: number): number {
  if (length < SHORT) return 0;
  return length < 8 ? 1 : 2;
}

const sortLetters = (letters: string): string => [...letters].toSorted().join('');

type Distance = { beginning: number; full: number };

/**
 * Returns the edit distances, counting a swap once, to `other` and to its best prefix that is no shorter than the word.
 */
function measureDistance(word: string, other: string): Distance {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= word.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const substitutionCost = word[i - 1] === other[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1];
      const ways = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + substitutionCost];
      if (swapped) ways.push((before[j - 2] ?? 0) + 1);
      next.push(Math.min(...ways));
    }
    [before, row] = [row, next];
  }
  const full = row.at(-1) ?? 0;
  return { beginning: Math.min(full, ...row.slice(word.length)), full };
}

/**
 * Allows one mistake in words of up to seven letters, two in longer words, only a swap in three letters, and none in
 * shorter words. Among equally close candidates, prefers the same first letter, which people rarely mistype.
 */
export function findClosestWord(word: string, candidates: readonly string[]): string | undefined {
  const allowed = mistakesAllowed(word.length);
  const isShort = word.length <= SHORT;
  const near = candidates
    .filter((candidate) => !isShort || sortLetters(candidate.slice(0, SHORT)) === sortLetters(word))
    .map((candidate) => ({ candidate, other: candidate[0] === word[0] ? 0 : 1, ...measureDistance(word, candidate) }))
    .filter(({ beginning }) => beginning > 0 && beginning <= allowed)
    .toSorted((a, b) => a.beginning - b.beginning || a.other - b.other || a.full - b.full);
  return near[0]?.candidate;
}
