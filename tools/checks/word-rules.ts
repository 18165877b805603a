import { parseSync } from 'vite';
import type { SourceFile } from './source-files.ts';

export type Suspect = { path: string; line: number; written: string };

export type WordBreach = { path: string; line: number; word: string };

export type AllowedWords = { pattern: RegExp; paths?: RegExp; reason: string };

export function forbiddenWords(glossary: string): string[] {
  return glossary.split('\n').flatMap((line) => {
    const words = line.split('|')[3]?.trim();
    if (words === undefined || words === 'not' || /^-+$/.test(words)) return [];
    return words.split(', ').filter((word) => word !== '');
  });
}

/** Skips imported names, because they are reported where they are declared. */
export function findSuspects(files: readonly SourceFile[], words: readonly string[]): Suspect[] {
  const forbidden = buildWordPattern(words);
  return files.flatMap(({ path, text }) =>
    collectNames(path, text)
      .filter(({ written }) => findForbidden(written, forbidden).length > 0)
      .map(({ written, start }) => ({ path, line: text.slice(0, start).split('\n').length, written })),
  );
}

export function wordBreaches(
  suspects: readonly Suspect[],
  { words, allowed }: { words: readonly string[]; allowed: readonly AllowedWords[] },
): WordBreach[] {
  const forbidden = buildWordPattern(words);
  return suspects.flatMap(({ path, line, written }) => {
    const exceptions = allowed.filter(({ paths }) => paths === undefined || paths.test(path));
    const rest = exceptions.reduce((remaining, { pattern }) => remaining.replace(pattern, ''), written);
    return findForbidden(rest, forbidden).map((word) => ({ path, line, word }));
  });
}

const buildWordPattern = (words: readonly string[]): RegExp => new RegExp(`\\b(${words.join('|')})(?:e?s)?\\b`, 'gi');

function findForbidden(written: string, forbidden: RegExp): string[] {
  const spaced = written.replaceAll('_', ' ').replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ');
  return [...spaced.matchAll(forbidden)].map(({ 1: word = '' }) => word.toLowerCase());
}

type Written = { written: string; start: number };

function collectNames(path: string, text: string): Written[] {
  const { program, module } = parseSync(path, text);
  const imported = new Set(
    module.staticImports.flatMap(({ entries }) =>
      entries.flatMap(({ importName, localName }) => [importName.name, localName.value]),
    ),
  );
  const names = new Map<number, string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const child of node) visit(child);
      return;
    }
    const { type, name, start } = node as { type?: unknown; name?: unknown; start?: unknown };
    const isName = type === 'Identifier' || type === 'JSXIdentifier' || type === 'PrivateIdentifier';
    if (isName && typeof name === 'string' && typeof start === 'number' && !imported.has(name)) names.set(start, name);
    for (const value of Object.values(node)) visit(value);
  };
  visit(program);
  return [...names].map(([start, written]) => ({ written, start }));
}
