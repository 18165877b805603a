import { posix } from 'node:path';
import type { TextFile } from './requirements.ts';

export type Facts = {
  exists: (path: string) => boolean;
  readText: (path: string) => string;
  fileNames: Set<string>;
  scripts: string[];
  settings: string[];
};

type Span = { line: number; code: string };

const FENCE = /^\s*(`{3,}|~{3,})/;
const PATH =
  /^(?:contract|server|web|gallery|db|e2e|test|tools|bench|chaos|deploy|docs)\/[\w@.*{},/-]*$|^[\w.-]+\.config\.ts$|^(?:package|package-lock|biome|knip|tsconfig)\.json$/;
const FILE_NAME = /^\w[\w.-]*\.(?:ts|tsx|mjs)$/;
const VARIABLE = /(?<![\w./-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?![\w/-])/g;
const VARIABLES = /(?<![\w./-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)_(?:\*|\.\.\.)/g;
const ASSIGNED = /(?<![\w./-])([A-Z][A-Z0-9]{2,})=/g;
/** Matches the targets of links: [words](target), <img src="target">, and [words]: target at the start of a line. */
const LINK = /\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"|^\[[^\]]+\]: (\S+)/g;
const BUILT_IN = ['ci', 'install'];
const NO_VARIABLES = ['GET', 'POST', 'PUT', 'DELETE', 'STOP', 'START'];

export function brokenLinks(documents: TextFile[], { exists, readText }: Facts): string[] {
  return documents.flatMap(({ path, text }) =>
    proseLines(text).flatMap(({ line, words }) =>
      parseTargets(words).flatMap((target) => {
        if (/^[a-z]+:/.test(target)) return [];
        const [file = '', anchor] = target.split('#');
        const to = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file));
        const found =
          exists(to) && (anchor === undefined || listAnchors(to === path ? text : readText(to)).has(anchor));
        return found ? [] : [`${path}:${line}: ${target}`];
      }),
    ),
  );
}

export function lostPaths(documents: TextFile[], { exists, fileNames }: Facts): string[] {
  return checkCode(documents, (code) =>
    code.split(/[\s"'(),;]+/).flatMap((word) => {
      const bare = word.replace(/[:.]+$/, '');
      if (PATH.test(bare)) return exists(bare) ? [] : [bare];
      return FILE_NAME.test(bare) && !fileNames.has(bare) ? [bare] : [];
    }),
  );
}

export function unknownCommands(documents: TextFile[], { scripts }: Facts): string[] {
  return checkCode(documents, (code) =>
    [...code.matchAll(/\bnpm (?:run ([a-z][\w-]*)|(?!run\b)([a-z][\w-]*))/g)]
      .map(([, run, short]) => run ?? short ?? '')
      .filter((name) => !scripts.includes(name) && !BUILT_IN.includes(name)),
  );
}

/** A pattern such as `CODE_SENDS_...` or `APPLE_*` is known if it matches the start of a setting. */
export function unknownVariables(documents: TextFile[], { settings }: Facts): string[] {
  const isKnown = (name: string, open: boolean) =>
    settings.some((setting) => (open ? setting.startsWith(`${name}_`) : setting === name));
  return checkCode(documents, (code) => {
    const found = (pattern: RegExp) => [...code.matchAll(pattern)].map(([, name = '']) => name);
    const alone = /^[A-Z]{3,}$/.test(code) && !NO_VARIABLES.includes(code) ? [code] : [];
    const unknown = [...found(VARIABLE), ...found(ASSIGNED), ...alone].filter((name) => !isKnown(name, false));
    return [...unknown, ...found(VARIABLES).filter((name) => !isKnown(name, true))];
  });
}

export function wideLines(documents: TextFile[]): string[] {
  return documents.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => ([...line].length > 120 ? [`${path}:${index + 1}`] : [])),
  );
}

function checkCode(documents: TextFile[], check: (code: string) => string[]): string[] {
  return documents.flatMap(({ path, text }) =>
    codeSpans(text).flatMap(({ line, code }) => check(code).map((error) => `${path}:${line}: ${error}`)),
  );
}

function codeSpans(text: string): Span[] {
  let fenced = false;
  return text.split('\n').flatMap((words, index) => {
    if (FENCE.test(words)) {
      fenced = !fenced;
      return [];
    }
    if (fenced) return [{ line: index + 1, code: words }];
    return [...words.matchAll(/``([^`]+(?:`[^`]+)*)``|`([^`]+)`/g)].map(([, double, single]) => ({
      line: index + 1,
      code: (double ?? single ?? '').trim(),
    }));
  });
}

function proseLines(text: string): { line: number; words: string }[] {
  let fenced = false;
  return text.split('\n').flatMap((words, index) => {
    if (FENCE.test(words)) fenced = !fenced;
    return fenced ? [] : [{ line: index + 1, words: words.replace(/`[^`]*`/g, '``') }];
  });
}

function parseTargets(words: string): string[] {
  return [...words.matchAll(LINK)].map((found) => found.slice(1).find((target) => target !== undefined) ?? '');
}

function listAnchors(text: string): Set<string> {
  const headings = proseLines(text.replaceAll('`', '')).flatMap(({ words }) => /^#+ (.+)$/.exec(words)?.[1] ?? []);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
