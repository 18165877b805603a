import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../checks/source-files.ts';
import { decisionsIndex } from './decisions.ts';
import type { TextFile } from './requirements.ts';
import { settingsPage } from './settings-page.ts';

/** The documents that `npm run documents` writes. */
export function madePages(): TextFile[] {
  return [
    { path: 'docs/decisions/README.md', text: decisionsIndex(readDecisions()) },
    { path: 'docs/reference/settings.md', text: settingsPage() },
  ];
}

export function readDecisions(): TextFile[] {
  return readDocuments('docs/decisions/[0-9]*.md');
}

/** Documents by a pattern from the root, in the order of their paths. */
export function readDocuments(...patterns: string[]): TextFile[] {
  const paths = globSync(patterns, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  return paths.sort().map((path) => ({ path, text: readDocument(path) }));
}

export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
