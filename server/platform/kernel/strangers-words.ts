import * as rules from '#contract/rules/strangers-words.ts';
import { isTopLevel } from './top-level-domains.ts';

// Passes all top-level domains, which only the server knows and callers might forget.

export function wordsError(words: string, kind: rules.WordsKind): rules.WordsError | null {
  return rules.wordsError(words, kind, isTopLevel);
}

export function strangersNameError(name: string): ReturnType<typeof rules.strangersNameError> {
  return rules.strangersNameError(name, isTopLevel);
}

export function strangersNamesError(names: readonly string[]): ReturnType<typeof rules.strangersNamesError> {
  return rules.strangersNamesError(names, isTopLevel);
}

export function shownWords(words: string, kind: rules.WordsKind): string {
  return rules.toDisplayWords(words, kind, isTopLevel);
}

export function shownName(name: string): string {
  return rules.toDisplayName(name, isTopLevel);
}
