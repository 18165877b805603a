import { dirname } from 'node:path/posix';
import { isRoutes } from './import-rules.ts';
import { isTestCode, type SourceFile } from './source-files.ts';

const MAX_FILES = 20;
const SLIVER_LINES = 40;

const NAMED_FOR_A_ROLE =
  /(^|\/)(port|settings|create-provider|main|bootstrap|register-jobs|app|clock|context|none)\.ts$|(^|[/-])(store|routes|route|rule|rules|policy|limits|words|states)\.ts$|\/(schema|states|rules)\//;

const lineCount = (text: string) => text.split('\n').length - 1;

export function fullFolders(files: SourceFile[], root: string): string[] {
  const sources = files.filter(({ path }) => path.startsWith(`${root}/`) && !isTestCode(path));
  const counts = Object.entries(Object.groupBy(sources, ({ path }) => dirname(path)));
  return counts.flatMap(([folder, folderFiles = []]) =>
    folderFiles.length > MAX_FILES ? [`${folder}: ${folderFiles.length}`] : [],
  );
}

export function longFiles(files: SourceFile[], limit: (path: string) => number): string[] {
  return files
    .filter(({ path, text }) => lineCount(text) > limit(path))
    .map(({ path, text }) => `${path}: ${lineCount(text)}`);
}

/** Returns short files without tests or a special role that only one file, in the same folder, imports. */
export function slivers(files: SourceFile[], root: string): string[] {
  const tested = new Set(
    files.filter(({ path }) => isTestCode(path)).flatMap(({ imports }) => imports.map(({ target }) => target)),
  );
  const importers = new Map<string, string[]>();
  for (const { path, imports } of files) {
    if (isTestCode(path)) continue;
    for (const { target } of imports)
      if (target !== undefined) importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  return files
    .filter(({ path }) => path.startsWith(`${root}/`) && !isTestCode(path) && !NAMED_FOR_A_ROLE.test(path))
    .filter(({ path, text }) => lineCount(text) < SLIVER_LINES && !tested.has(path))
    .flatMap(({ path }) => {
      const [only, ...otherImporters] = new Set(importers.get(path));
      // Route files contain no rules, so the code that they call stays separate.
      const alone =
        only !== undefined && otherImporters.length === 0 && dirname(only) === dirname(path) && !isRoutes(only);
      return alone ? [`${path}: move it into ${only}, its only importer`] : [];
    });
}
