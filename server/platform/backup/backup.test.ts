import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { BACKUP_KEY, createEmptyPlace, type EmptyPlace } from '#test/support/backups.ts';
import { cardOf25, fillCart, pay, signIn } from '#test/support/customer.ts';
import { everyDatabase } from '#test/support/database.ts';
import { LEDGER_INVARIANTS } from '#test/support/ledger-invariants.ts';
import { isFullRun } from '#test/support/run-size.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { countBackupRows } from './backup-format.ts';
import { listTables } from './backup-store.ts';
import { writeBackup } from './write-backup.ts';

const NOW = '+61491570156';
const LATER = '+61491570157';
const PATIENCE = { timeout: 60_000, interval: 100 };
const folder = mkdtempSync(join(tmpdir(), 'handsel-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const createFilePath = () => {
  files += 1;
  return join(folder, `${files}.backup`);
};

const INVARIANTS = Object.entries(LEDGER_INVARIANTS).filter(([, query]) => !query.includes('watched_statuses'));

const kinds = everyDatabase();
const pairs = kinds.flatMap((from) =>
  kinds.filter((to) => isFullRun || to !== from || kinds.length === 1).map((to) => [from, to] as const),
);

describe.each(pairs)('a backup from %s restored on %s', (from, to) => {
  let place: EmptyPlace | undefined;
  const shops: TestShop[] = [];
  afterEach(async () => {
    for (const shop of shops.splice(0)) await shop.close();
    await place?.remove();
  });

  async function opened(...input: Parameters<typeof openTestShop>): Promise<TestShop> {
    const shop = await openTestShop(...input);
    shops.push(shop);
    return shop;
  }
  const purposes = async (shop: TestShop, mobile: string) => (await shop.phone(mobile)).map(({ kind }) => kind);

  it('restores every row, and sends scheduled gift cards without sending anything twice', async () => {
    const shop = await opened(from, { working: true });
    const customer = await signIn(shop.send, shop.phone, '+61412345678');
    await fillCart(shop.send, customer, [
      { ...cardOf25, scheduledAt: '2026-11-02 12:00:00', to: NOW },
      { ...cardOf25, scheduledAt: '2026-11-05 12:00:00', to: LATER },
    ]);
    expect((await pay(shop.send, customer, 'pm_card_visa')).status).toBe(200);
    await vi.waitFor(async () => expect(await purposes(shop, NOW)).toEqual(['sms', 'mms']), PATIENCE);
    await vi.waitFor(async () => expect(await listDueJobs(shop.context.database)).toEqual([]), PATIENCE);
    await shop.context.jobs.stop();
    const before = await readAllRows(shop.context.database);
    const jobs = await listWaitingJobs(shop.context.database);
    expect(jobs.length).toBeGreaterThan(0);
    await shop.context.database.query(`insert into pgboss.job (name) values ('__pgboss__send-it')`);

    const file = createFilePath();
    const takenAt = shop.context.clock.now();
    const header = await writeBackup(shop.context.database, { file, takenAt, key: BACKUP_KEY });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(header).toMatchObject({ database: from, jobs: jobs.length, sums: { cards: 2, balanceCents: 5_000 } });
    expect(countBackupRows(header)).toBe(Object.values(before).flat().length + jobs.length);

    place = await createEmptyPlace(to);
    expect(await place.restore(file)).toEqual({ migrated: [], due: 0, claimed: 0, differences: [] });
    const database = await place.open();
    expect(await readAllRows(database)).toEqual(before);
    expect(await listWaitingJobs(database)).toEqual(jobs);
    for (const [name, query] of INVARIANTS) expect([name, (await database.query(query)).rows]).toEqual([name, []]);

    const restoredShop = await opened(to, { database, working: true });
    await restoredShop.moveTo('2026-11-05T01:00:05Z');
    await vi.waitFor(async () => expect(await purposes(restoredShop, LATER)).toEqual(['sms', 'mms']), PATIENCE);
    await vi.waitFor(async () => expect(await listDueJobs(database)).toEqual([]), PATIENCE);
    expect(await purposes(restoredShop, NOW)).toEqual(['sms', 'mms']);
    const another = await signIn(restoredShop.send, restoredShop.phone, '+61412345679');
    await fillCart(restoredShop.send, another, [{ ...cardOf25, scheduledAt: '2026-11-05 12:10:00' }]);
    expect((await pay(restoredShop.send, another, 'pm_card_visa')).status).toBe(200);
    const { rows } = await database.query(
      'select o.number, c.id, m.id as message from orders o, gift_cards c, messages m order by 1 desc, 2 desc, 3 desc limit 1',
    );
    expect(rows[0]).toMatchObject({ number: 10_002 });
    expect(Math.min(Number(rows[0]?.id), Number(rows[0]?.message))).toBeGreaterThan(100_000);
  });

  it('takes a consistent snapshot while customers browse and buy', async () => {
    const shop = await opened(from);
    const customer = await signIn(shop.send, shop.phone, '+61412345678');
    const file = createFilePath();
    let isWriting = true;
    const statuses: number[] = [];
    const buy = async () => {
      do {
        await fillCart(shop.send, customer, [{ ...cardOf25, scheduledAt: '2026-11-02 12:00:00', to: NOW }]);
        statuses.push((await pay(shop.send, customer, 'pm_card_visa')).status);
        await setImmediate();
      } while (isWriting);
    };
    const browse = async () => {
      while (isWriting) {
        statuses.push((await shop.send('GET mobiledigital/browseProducts', { query: { page: 1 } })).status);
        await setImmediate();
      }
    };
    const takenAt = shop.context.clock.now();
    const written = writeBackup(shop.context.database, { file, takenAt, key: BACKUP_KEY }).finally(() => {
      isWriting = false;
    });
    await Promise.all([written, buy(), browse(), browse()]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    place = await createEmptyPlace(to);
    await place.restore(file);
    const database = await place.open();
    for (const [name, query] of INVARIANTS) expect([name, (await database.query(query)).rows]).toEqual([name, []]);
    await database.close();
  });
});

async function readAllRows(database: Database): Promise<Record<string, string[]>> {
  const tables = await database.exclusive(listTables);
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await database.query(`select (to_jsonb(t) - 'client_secret')::text as line from ${name} t`);
    all[name] = rows.map(({ line }) => line).sort();
  }
  return all;
}

const listWaitingJobs = async (database: Database): Promise<unknown[]> =>
  (
    await database.query(
      `select name, data, start_after from pgboss.job
        where state in ('created', 'retry', 'active') and name in ('send-message', 'send-email', 'reconcile-order', 'send-refund', 'send-alarm')
        order by name, start_after, data::text`,
    )
  ).rows;

const listDueJobs = async (database: Database): Promise<unknown[]> =>
  (
    await database.query(
      `select name, state from pgboss.job where name in ('send-message', 'send-email')
        and (state = 'active' or state in ('created', 'retry') and start_after <= now())`,
    )
  ).rows;
