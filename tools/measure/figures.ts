import { dirname } from 'node:path/posix';
import { parseSync, Visitor } from 'vite';
import { folderCircles } from '../checks/folder-circles.ts';
import { isTestCode, type SourceFile } from '../checks/source-files.ts';

export type Spread = { count: number; sum: number; median: number; p90: number; max: number };

export function computeSpread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const sum = sorted.reduce((total, value) => total + value, 0);
  return { count: sorted.length, sum, median: quantile(0.5), p90: quantile(0.9), max: sorted.at(-1) ?? 0 };
}

const lineCount = (text: string) => text.split('\n').length - 1;

export function fileLines(files: readonly SourceFile[]): Spread {
  return computeSpread(files.map(({ text }) => lineCount(text)));
}

export function functionLines(files: readonly SourceFile[]): Spread {
  const spans: number[] = [];
  for (const { path, text } of files) {
    const add = ({ start, end, type }: { start: number; end: number; type: string }): void => {
      const lines = text.slice(start, end).split('\n').length;
      if (lines > 1 || type === 'FunctionDeclaration') spans.push(lines);
    };
    new Visitor({ FunctionDeclaration: add, FunctionExpression: add, ArrowFunctionExpression: add }).visit(
      parseSync(path, text).program,
    );
  }
  return computeSpread(spans);
}

const wordCount = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’().,:/_-]*/gu)?.length ?? 0;

export function commentWords(files: readonly SourceFile[]): { comments: number; words: number } {
  const comments = files.flatMap(({ path, text }) => parseSync(path, text).comments.map(({ value }) => value));
  return { comments: comments.length, words: comments.reduce((sum, text) => sum + wordCount(text), 0) };
}

export const documentWords = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + wordCount(text), 0);

export type CirclesOfLevel = { depth: number; circles: number; folders: number };

export function circlesByLevel(files: SourceFile[], root: string): CirclesOfLevel[] {
  const deepest = Math.max(
    ...files
      .filter(({ path }) => path.startsWith(`${root}/`) && !isTestCode(path))
      .map(({ path }) => path.split('/').length - 2),
  );
  return Array.from({ length: deepest }, (_, index) => {
    const circles = folderCircles(files, root, index + 1);
    return { depth: index + 1, circles: circles.length, folders: circles.flat().length };
  });
}

export function parseFeature(path: string): string {
  const [root = '', layer = '', feature = ''] = path.split('/');
  return /^(platform|domain|integrations|api)$/.test(layer) ? `${root}/${layer}/${feature}` : `${root}/${layer}`;
}

export type ForeignStores = {
  imports: string[];
  reexported: string[];
};

export function foreignStores(files: readonly SourceFile[]): ForeignStores {
  const sources = files.filter(({ path }) => path.startsWith('server/') && !isTestCode(path));
  const isStore = (path: string | undefined) => /(-|\/)store\.ts$/.test(path ?? '');
  const imports = sources.flatMap(({ path, imports: all }) =>
    all
      .filter(({ target = '' }) => isStore(target) && parseFeature(target) !== parseFeature(path))
      .map(({ target }) => `${path} -> ${target}`),
  );
  const reexported = sources
    .filter(({ path }) => !isStore(path))
    .flatMap(({ path, text }) =>
      parseSync(path, text).module.staticExports.flatMap(({ entries }) =>
        entries
          .filter(({ moduleRequest, isType }) => !isType && isStore(moduleRequest?.value))
          .map(({ exportName }) => `${path} ${exportName.name}`),
      ),
    );
  return { imports, reexported };
}

export type UnusedExports = { exports: number; byNobody: string[]; byTestsOnly: string[] };

/**
 * Returns exports that no other file uses. Importing a whole file, or importing it dynamically, uses all of its
 * exports.
 */
export function unusedExports(files: readonly SourceFile[]): UnusedExports {
  const users = new Map<string, Set<string>>();
  const use = (target: string | undefined, name: string, by: string): void => {
    if (target === undefined) return;
    const key = `${target} ${name}`;
    users.set(key, (users.get(key) ?? new Set()).add(by));
  };
  for (const { path, text, imports } of files) {
    const targets = new Map(imports.map(({ specifier, target }) => [specifier, target]));
    const { module } = parseSync(path, text);
    for (const { moduleRequest, entries } of module.staticImports)
      for (const { importName } of entries)
        use(
          targets.get(moduleRequest.value),
          importName.kind === 'NamespaceObject' ? '*' : (importName.name ?? 'default'),
          path,
        );
    for (const { entries } of module.staticExports)
      for (const { moduleRequest, importName } of entries)
        if (moduleRequest) use(targets.get(moduleRequest.value), importName.name ?? '*', path);
    const named = new Set(module.staticImports.map(({ moduleRequest }) => moduleRequest.value));
    for (const { specifier, target } of imports) if (!named.has(specifier)) use(target, '*', path);
  }
  const sources = files.filter(({ path }) => /^(contract|server|web)\//.test(path) && !isTestCode(path));
  const exported = sources.flatMap(({ path, text }) =>
    parseSync(path, text).module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName }) => (exportName.name === null ? [] : [{ path, name: exportName.name }])),
    ),
  );
  const listUsers = ({ path, name }: { path: string; name: string }) => [
    ...(users.get(`${path} ${name}`) ?? []),
    ...(users.get(`${path} *`) ?? []),
  ];
  const label = ({ path, name }: { path: string; name: string }) => `${path} ${name}`;
  return {
    exports: exported.length,
    byNobody: exported.filter((entry) => listUsers(entry).length === 0).map(label),
    byTestsOnly: exported
      .filter((entry) => listUsers(entry).length > 0 && listUsers(entry).every((path) => isTestCode(path)))
      .map(label),
  };
}

export function folderSizes(files: readonly SourceFile[]): Spread {
  const sources = files.filter(({ path }) => !isTestCode(path));
  return computeSpread([...Map.groupBy(sources, ({ path }) => dirname(path)).values()].map((all) => all.length));
}

export function literalSpreads(files: readonly SourceFile[]): number {
  return files.reduce((sum, { text }) => sum + (text.match(/^\s*\.\.\.[{[] ?/gm)?.length ?? 0), 0);
}
