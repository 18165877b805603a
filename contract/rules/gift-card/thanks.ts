import type { FieldError } from '../field-errors.ts';
import { THANKS_LIMIT } from '../limits.ts';
import { isBlank, toSingleLine } from '../seen-words.ts';
import { type IsTopLevel, wordsError } from '../strangers-words.ts';

export function thanksError(words: string, isTopLevel?: IsTopLevel): FieldError | null {
  const clean = toSingleLine(words);
  if (isBlank(clean)) return 'thanks_required';
  if (clean.length > THANKS_LIMIT) return { code: 'thanks_too_long', parameters: { limit: THANKS_LIMIT } };
  const wrong = wordsError(words, 'thanks', isTopLevel);
  return wrong && (wrong === 'link' ? 'thanks_with_link' : 'thanks_with_number');
}
