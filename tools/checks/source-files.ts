import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

export interface SourceFile {
  path: string;
  text: string;
  imports: SourceImport[];
}

export interface SourceImport {
  specifier: string;
  /** The imported file, or undefined for a package. */
  target: string | undefined;
  /** True if the import vanishes once types are stripped. */
  typeOnly: boolean;
}

export const root = join(import.meta.dirname, '../..');
const ROOTS = '{contract,server,web,gallery,db,e2e,test,tools,bench}';

export function isTestCode(path: string): boolean {
  return /\.test\.tsx?$|^(test|e2e)\//.test(path);
}

export function stripComments(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .replaceAll(/(^|[\s;{}])\/\/.*$/gm, '$1');
}

export function readSources(): SourceFile[] {
  const paths = globSync(`${ROOTS}/**/*.{ts,tsx}`, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  return paths.sort().map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, text, imports: parseImports(path, text) };
  });
}

/** Returns the imports of a file, including dynamic imports and re-exports. */
export function parseImports(path: string, text: string): SourceImport[] {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const imported = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
  }));
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ specifier: moduleRequest.value, typeOnly: isType }] : [],
    ),
  );
  const late = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const literal = /^['"](.+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1];
    return literal === undefined ? [] : [{ specifier: literal, typeOnly: false }];
  });
  return [...imported, ...exported, ...late].map((found) => ({
    ...found,
    target: resolveTarget(path, found.specifier),
  }));
}

function resolveTarget(path: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('#')) return bare.slice(1);
  if (!bare.startsWith('.')) return undefined;
  return join(path, '..', bare).replaceAll('\\', '/');
}
