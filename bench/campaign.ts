// npm run bench:campaign [-- --people 2000] [--within 60] [--database postgres]: measures customers who open their
// campaign links, sign in and buy. Exits with 1 on any error.
import { parseArgs } from 'node:util';
import { createClock } from '#server/clock.ts';
import { signCampaignLink } from '#server/domain/customers/sign-in/campaign-link.ts';
import type { Database } from '#server/platform/database/database.ts';
import { deriveSessionKeys } from '#server/platform/kernel/secrets.ts';
import { fillForWrites } from './calls/writes.ts';
import type { CampaignDone, CampaignJob, Step } from './load/campaign-load.ts';
import { ask, startProcess } from './server-process.ts';
import { KINDS, withLargeShop } from './shop/large-shop.ts';
import { addPeople, toCustomerMobile } from './shop/people.ts';
import { printJson, printTable } from './table.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '2000' },
    within: { type: 'string', default: '60' },
    products: { type: 'string', default: '10000' },
    database: { type: 'string' },
  },
});
const [people, withinSeconds] = [Number(values.people), Number(values.within)];
const PRODUCT = 1;
const results: (CampaignDone & { database: string; version: string })[] = [];

for (const kind of KINDS.filter((candidate) => !values.database || candidate === values.database)) {
  const fill = async (database: Database) => {
    await addPeople(database, people);
    await fillForWrites(database);
  };
  await withLargeShop({ kind, products: Number(values.products), fill }, async (shop) => {
    const parts = {
      secrets: deriveSessionKeys([shop.env.SESSION_SECRET ?? '']),
      clock: createClock({ movable: false }),
    };
    const links = await Promise.all(
      Array.from({ length: people }, (_, index) =>
        signCampaignLink(parts, {
          mobile: toCustomerMobile(index + 1),
          productId: String(PRODUCT),
          campaignId: 'bench',
        }),
      ),
    );
    const load = startProcess('load/campaign-load.ts');
    const job: CampaignJob = { base: shop.url, links, product: PRODUCT, withinSeconds };
    results.push({ database: kind, version: shop.version, ...(await ask<CampaignDone>(load, job)) });
    load.kill();
  });
}

type Line = Step & { database: string };
const lines: Line[] = results.flatMap(({ database, steps }) => steps.map((step) => ({ database, ...step })));
printTable(lines, [
  ['database', ({ database }) => database],
  ['step', ({ step }) => step],
  ['times', ({ times }) => times],
  ['p50 ms', ({ p50 }) => p50],
  ['p99 ms', ({ p99 }) => p99],
]);
printTable(results, [
  ['database', ({ database }) => database],
  ['came', () => people],
  ['within s', () => withinSeconds],
  ['bought', ({ bought }) => bought],
  ['errors', ({ errors }) => errors.length],
  ['last one after s', ({ seconds }) => seconds],
]);
for (const { database, errors } of results) if (errors[0]) console.log(`${database}: ${errors[0]}`);
printJson({
  people,
  withinSeconds,
  results: results.map(({ errors, ...result }) => ({ ...result, errors: errors.length })),
});
if (results.some(({ errors }) => errors.length > 0)) process.exitCode = 1;
