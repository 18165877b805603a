import { parseSync } from 'vite';
import type { SourceFile } from './source-files.ts';

/** Phrases that almost always mark a sentence to rewrite, and what to write instead. */
const PHRASES: readonly [pattern: RegExp, instead: string][] = [
  [/\bwhoever\b/i, 'name the person'],
  [/\bsomebody\b/i, 'name the person'],
  [/\bnobody\b/i, 'name the person, or use the passive'],
  [/\bis (?:told|said)\b/i, 'say who tells whom'],
  [/\bsays that\b/i, 'use "states that", "reports that" or the fact itself'],
  [/\bstands?\b(?! (?:for|in for|on|out|alone|by)\b)/i, 'use "is"'],
  [/\bis over\b/i, 'use "has ended" or "has expired"'],
  [
    /\bhas come\b|\bcomes (?!with\b|from\b|before\b|after\b|first\b|last\b|back\b)/i,
    'use "arrives", "happens" or "is"',
  ],
  [/\bso (?:long|many)\b(?! as\b)/i, 'give the amount'],
  [/\bthe same of\b/i, 'name the thing'],
  [/\bcan be had\b/i, 'use "is available"'],
  [/\bof its own accord\b/i, 'use "by itself" or "automatically"'],
  [/\bmend(?:s|ed|ing)?\b/i, 'use "fix" or "repair"'],
  [/\blet be\b/i, 'use "leave alone"'],
  [/\b(?:gives?|gave|given|giving) back\b/i, 'use "return", "release" or "refund"'],
  [/\blooks? after\b/i, 'use "maintain" or "monitor"'],
  [/\bas far as it is known\b/i, 'use "if known"'],
  [/\bfor it is\b/i, 'use "because it is"'],
  [/, too[.!?](?:\s|$)/i, 'use "also"'],
];

export type PhraseBreach = { path: string; phrase: string; instead: string; sentence: string };

export type KeptSentence = { path: string; part: string; reason: string };

export function findPhrases(
  sources: readonly SourceFile[],
  documents: readonly { path: string; text: string }[],
  exceptions: readonly KeptSentence[],
): PhraseBreach[] {
  const texts = [
    ...sources.flatMap(({ path, text }) => extractProse(path, text).map((prose) => ({ path, prose }))),
    ...documents.flatMap(({ path, text }) => splitParagraphs(text).map((prose) => ({ path, prose }))),
  ];
  return texts.flatMap(({ path, prose }) =>
    splitSentences(prose).flatMap((sentence) => {
      if (exceptions.some((exception) => exception.path === path && sentence.includes(exception.part))) return [];
      return PHRASES.flatMap(([pattern, instead]) => {
        const phrase = pattern.exec(sentence)?.[0];
        return phrase === undefined ? [] : [{ path, phrase, instead, sentence }];
      });
    }),
  );
}

export function extractProse(path: string, text: string): string[] {
  const { comments, program } = parseSync(path, text);
  const blocks: { type: string; end: number; text: string }[] = [];
  for (const { type, value, start, end } of comments) {
    const last = blocks.at(-1);
    const words = value.replaceAll(/^\s*\*+ ?/gm, '').trim();
    const follows = type === 'Line' && last?.type === 'Line' && /^\s*$/.test(text.slice(last.end, start));
    if (follows) Object.assign(last, { end, text: `${last.text} ${words}` });
    else blocks.push({ type, end, text: words });
  }
  const titles = /\.test\.tsx?$/.test(path) ? extractTitles(program) : [];
  return [...blocks.map((block) => maskCode(block.text).replaceAll(/\s+/g, ' ')), ...titles];
}

/** Returns the comments of a file that is neither code nor a document: SQL, CSS or configuration. */
export function extractComments(text: string): string {
  const comments = text.matchAll(/\/\*([\s\S]*?)\*\/|(?:^|(?<=\n))[ \t]*((?:(?:#|--|;)(?!!).*\n?[ \t]*)+)/g);
  return [...comments]
    .map(([, block, lines = '']) => block ?? lines.replaceAll(/^[ \t]*(?:#|--|;)/gm, ''))
    .join('\n\n');
}

function extractTitles(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(extractTitles);
  if (typeof node !== 'object' || node === null) return [];
  const { type, callee, arguments: values } = node as { type?: string; callee?: unknown; arguments?: unknown[] };
  const below = Object.values(node).flatMap(extractTitles);
  if (type !== 'CallExpression' || !/^(?:it|describe)$/.test(rootName(callee))) return below;
  return [...[values?.[0]].flatMap(readString), ...extractRowTitles(callee), ...below];
}

/** Returns the first cells of the rows of `it.each(rows)`, which complete the title. */
function extractRowTitles(callee: unknown): string[] {
  const [rows] = (callee as { arguments?: Node[] }).arguments ?? [];
  return rows?.elements?.flatMap((row) => readString(row?.elements?.[0] ?? row)) ?? [];
}

type Node = { value?: unknown; quasis?: { value: { raw: string } }[]; elements?: (Node | null)[] };

function readString(node: unknown): string[] {
  const { value, quasis } = (node ?? {}) as Node;
  if (typeof value === 'string') return [value];
  return quasis ? [quasis.map((part) => part.value.raw).join('…')] : [];
}

/** Returns the first name of a callee: `it` for `it.each(rows)`. */
function rootName(callee: unknown): string {
  const { name, object, callee: inner, tag } = callee as Record<string, unknown>;
  if (typeof name === 'string') return name;
  const next = object ?? inner ?? tag;
  return next === undefined ? '' : rootName(next);
}

/** Returns the paragraphs, table rows and list items of a Markdown page, without code. */
export function splitParagraphs(text: string): string[] {
  return maskCode(text.replaceAll(/^```[\s\S]*?^```|^\[[^\]]+\]: .*$|(?<=\])\([^)]*\)/gm, ''))
    .split(/\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) )/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
}

const maskCode = (text: string): string => text.replaceAll(/`[^`\n]*`/g, '`code`');

const splitSentences = (prose: string): string[] => prose.split(/(?<=[.!?]) (?=[A-Z`'"])/);
