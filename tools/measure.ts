import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTestCode, readSources, root } from './checks/source-files.ts';
import { callNames, keyedLists } from './measure/call-names.ts';
import { findReachable, readCodeGraph } from './measure/code-graph.ts';
import {
  circlesByLevel,
  commentWords,
  documentWords,
  fileLines,
  folderSizes,
  foreignStores,
  functionLines,
  literalSpreads,
  type Spread,
  unusedExports,
} from './measure/figures.ts';
import { tableWriters } from './measure/table-writers.ts';

// npm run measure: prints metrics of the code's structure. --list also prints the counted items.
const listed = process.argv.includes('--list');
const files = readSources();
const sources = files.filter(({ path }) => /^(contract|server|web)\//.test(path) && !isTestCode(path));
const tests = files.filter(({ path }) => isTestCode(path));

function print(label: string, figure: string | number, list: readonly string[] = []): void {
  console.log(`${label.padEnd(46)} ${figure}`);
  if (listed) for (const line of list) console.log(`    ${line}`);
}

const spread = ({ count, sum, median, p90, max }: Spread): string =>
  `${count} with ${sum}; median ${median}, p90 ${p90}, max ${max}`;

for (const [name, all] of Object.entries({ sources, tests })) {
  print(`${name}: files and their lines`, spread(fileLines(all)));
  print(`${name}: functions and their lines`, spread(functionLines(all)));
}
print('sources: folders and their files', spread(folderSizes(sources)));
print('literals spread into literals', literalSpreads(sources));
for (const tree of ['contract', 'server', 'web']) {
  for (const { depth, circles, folders } of circlesByLevel(files, tree))
    print(`circles of ${tree}/ at depth ${depth}`, circles === 0 ? '0' : `${circles} of ${folders} folders`);
}
const stores = foreignStores(files);
print('imports of a store by another feature', stores.imports.length, stores.imports);
print('names re-exported from a store', stores.reexported.length, stores.reexported);
const lists = keyedLists(files);
print(
  `lists keyed by the ${callNames(files).size} calls`,
  `${lists.length} in ${new Set(lists.map(({ path }) => path)).size} files`,
  lists.map(({ path, line, entries }) => `${path}:${line} ${entries}`),
);
const writers = tableWriters(files, readFileSync(join(root, 'db/functions.sql'), 'utf8'));
print('tables', writers.tables);
print('tables written by several features', writers.shared.length, writers.shared);
print('tables written by a trigger without an owner', writers.unownedByTrigger.length, writers.unownedByTrigger);
const unused = unusedExports(files);
print('exports', unused.exports);
print('unused exports', unused.byNobody.length, unused.byNobody);
print('exports used only by tests', unused.byTestsOnly.length, unused.byTestsOnly);
const { comments, words } = commentWords(files);
print('comments and their words', `${comments} with ${words}`);
const documents = globSync('{*.md,docs/**/*.md}', { cwd: root });
print(
  'documents and their words',
  `${documents.length} with ${documentWords(documents.map((path) => readFileSync(join(root, path), 'utf8')))}`,
);
const reached = findReachable(readCodeGraph(sources), 'placeOrder');
const paths = [...new Set(reached.map(({ path }) => path))].sort();
print('placeOrder reaches', `${reached.length} functions in ${paths.length} files`, paths);
