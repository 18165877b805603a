import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './checks/source-files.ts';
import { generatePages } from './documents/made-pages.ts';

// npm run documents: writes the generated pages. Tests fail if a page is stale.
for (const { path, text } of generatePages()) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  const old = readFileSync(file, { encoding: 'utf8', flag: 'a+' });
  if (old !== text) writeFileSync(file, text);
  console.log(`${path}: ${old === text ? 'up to date' : 'written'}`);
}
