import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadDemoCatalogue } from '#server/domain/catalogue/import/demo/demo-catalogue-store.ts';
import { type Changes, createChanges } from '#server/platform/database/changes.ts';
import type { Database } from '#server/platform/database/database.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { storedRows } from '#test/support/stored.ts';
import { listDeepTiles } from './deep-pages.ts';
import { parseFilters } from './list-filters-sql.ts';
import { listAllTileRows } from './tiles-store.ts';

const STEP = 7;

describe.each(databaseKinds())('a deep page on %s', (kind) => {
  let database: Database;
  let changes: Changes;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await loadDemoCatalogue(database, { now: new Date('2026-11-02T00:00:00Z') });
    changes = createChanges(database, { knownWithinMs: 60_000 });
    changes.start();
    await vi.waitFor(() => expect(changes.isKnown()).toBe(true));
  });
  afterAll(async () => {
    await changes.stop();
    await database.close();
  });

  const all = async (giftCardsLead: boolean) =>
    listAllTileRows(database.orm, { giftCardsLead, filters: parseFilters({}), limit: 10_000, offset: 0 });
  const deep = (giftCardsLead: boolean, offset: number) =>
    listDeepTiles({ database, changes }, { giftCardsLead, limit: 10, offset, step: STEP });

  it.each([true, false])(
    'returns deep pages that match the full list at any offset (gift cards first: %s)',
    async (lead) => {
      const whole = await all(lead);
      expect(whole.length).toBeGreaterThan(80);
      for (let offset = 0; offset < whole.length + 12; offset += 1) {
        expect([offset, await deep(lead, offset)]).toEqual([offset, whole.slice(offset, offset + 10)]);
      }
    },
  );

  it('updates deep pages when a product is hidden and shown again', async () => {
    const [, second] = await all(true);
    const last = (await all(true)).length - 5;
    const before = await deep(true, last);
    for (const visibility of ['off', 'everywhere'] as const) {
      await storedRows(database).change('products', { visibility }, { id: second?.id });
      const now = (await all(true)).slice(last, last + 10);
      await expect.poll(() => deep(true, last)).toEqual(now);
      expect(now.length).toBe(before.length - (visibility === 'off' ? 1 : 0));
    }
  });
});
