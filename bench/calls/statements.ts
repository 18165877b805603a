import { migrate } from '#server/platform/database/migrations/migrate.ts';
import { countSent } from '#test/support/round-trips.ts';
import { checkout, createSavedCard, requestOrderList, type Send, signIn } from '../load/sequences.ts';
import { loadLargeCatalogue } from '../shop/large-catalogue.ts';
import { onPostgres, POSTGRES } from '../shop/on-postgres.ts';
import { addPeople } from '../shop/people.ts';
import { printTable } from '../table.ts';
import { fillForWrites, runInProcess } from './writes.ts';

/** `atTheProvider`: SQL statements run by the sandbox payment provider. */
export type CallCost = { call: string; statements: number; atTheProvider: number; roundTrips: number };

const READS = ['browseProducts?page=1', 'product?product_id=1', 'search?q=lantern', 'facets?category_id=1'];
const OF_SANDBOX = /\bsandbox_/;

export async function countStatements(show = false): Promise<CallCost[]> {
  const costs: CallCost[] = [];
  await onPostgres(POSTGRES, async (database) => {
    await migrate(database);
    await loadLargeCatalogue(database, 500);
    await addPeople(database, 2);
    await fillForWrites(database);
    await runInProcess(database, async (send) => {
      const card = await createSavedCard(send, 1);
      await checkout(send, 1, card);
      const counted: Send = async (method, path, options) => {
        let answer: unknown;
        const { statements, roundTrips } = await countSent(async () => {
          answer = await send(method, path, options);
        });
        const atTheProvider = statements.filter((text) => OF_SANDBOX.test(text)).length;
        costs.push({
          call: `${method} ${path.split('?')[0]}`,
          statements: statements.length,
          atTheProvider,
          roundTrips,
        });
        if (show) console.log(`\n${method} ${path}\n${statements.map((text) => `  ${text}`).join('\n')}`);
        return answer;
      };
      await signIn(counted, 2);
      await checkout(counted, 1, card);
      await requestOrderList(counted, 1);
      for (const path of READS) await counted('GET', `mobiledigital/${path}`);
    });
  });
  printTable(costs, [
    ['call', ({ call }) => call],
    ['statements', ({ statements }) => statements],
    ["of them the sandbox's", ({ atTheProvider }) => atTheProvider],
    ['round trips', ({ roundTrips }) => roundTrips],
  ]);
  return costs;
}
