// npm run bench [-- --only reads|writes] [--database embedded|postgres] [--connections 16] [--seconds 3] [--rounds 5]
// [--products 10000] [--word browse]: compares calls and pages with their limits (docs/performance.md).
import { parseArgs } from 'node:util';
import { KINDS } from '../shop/large-shop.ts';
import { printJson } from '../table.ts';
import { benchReads } from './reads.ts';
import { countStatements } from './statements.ts';
import type { Wanted } from './turns.ts';
import { benchWrites } from './writes.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    database: { type: 'string' },
    word: { type: 'string', default: '' },
    connections: { type: 'string', default: '1,16,64' },
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    products: { type: 'string', default: '10000' },
  },
});
const wanted: Wanted = {
  kinds: KINDS.filter((kind) => !values.database || kind === values.database),
  connections: values.connections.split(',').map(Number),
  products: Number(values.products),
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  word: values.word,
};
if (values.only !== 'writes') printJson({ wanted, ...(await benchReads(wanted)) });
if (values.only !== 'reads') {
  const measured = await benchWrites(wanted);
  printJson({ wanted, ...measured, calls: await countStatements() });
}
