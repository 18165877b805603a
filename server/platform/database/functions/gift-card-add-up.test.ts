import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { findDatabaseError } from '../database-errors.ts';

const unposted = 'alter table gift_card_entries disable trigger gift_card_entries_post';
const unguarded = 'alter table gift_card_accounts disable trigger gift_card_accounts_guard';

const ATTACKS: Record<string, [rule: string, ...statements: string[]]> = {
  'an entry that nobody posted': [
    'gift_card_entries_add_up',
    unposted,
    `insert into gift_card_entries (gift_card_id, kind, posted_cents, operator, operator_note, step, created_at)
      select gift_card_id, 'correct', -1, 'op', 'a test', entry_count, '2026-11-02' from gift_card_accounts`,
  ],
  'one to which the account was written, but what is left is another': [
    'gift_card_entries_add_up',
    unguarded,
    unposted,
    'update gift_card_accounts set balance_cents = balance_cents - 1, entry_count = entry_count + 1',
    `insert into gift_card_entries (gift_card_id, kind, posted_cents, operator, operator_note, step, seq, balance_after, created_at)
      select gift_card_id, 'correct', -1, 'op', 'a test', 2, entry_count, balance_cents + 1, now() from gift_card_accounts`,
  ],
  'one with a number that leaves a gap': [
    'gift_card_entries_add_up',
    unguarded,
    unposted,
    'update gift_card_accounts set balance_cents = balance_cents - 1, entry_count = entry_count + 1',
    `insert into gift_card_entries (gift_card_id, kind, posted_cents, operator, operator_note, step, seq, balance_after, created_at)
      select gift_card_id, 'correct', -1, 'op', 'a test', 2, entry_count + 1, balance_cents, now() from gift_card_accounts`,
  ],
  'an account alone': [
    'gift_card_accounts_add_up',
    unguarded,
    'update gift_card_accounts set balance_cents = balance_cents - 1',
    'set constraints all immediate',
  ],
};

describe.each(databaseKinds())('gift card consistency checks on %s', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(kind);
    await (await shop.customer()).buyCards();
  });
  afterAll(() => shop.close());

  it.each(Object.entries(ATTACKS))('rejects %s', async (_, [rule, ...statements]) => {
    const last = statements.pop() ?? '';
    const rollback = new Error('rolled back');
    const attempt = shop.context.database.exclusive((connection) =>
      connection.transaction(async (run) => {
        for (const statement of statements) await run.query(statement);
        const error = await run.query(last).catch((reason) => reason);
        expect(findDatabaseError(error)?.constraint).toBe(rule);
        throw rollback;
      }),
    );
    await expect(attempt).rejects.toBe(rollback);
  });

  it('rejects, at commit, a gift card account that was changed without a ledger entry', async () => {
    const attempt = shop.context.database.exclusive((connection) =>
      connection.transaction(async (run) => {
        await run.query(unguarded);
        await run.query('update gift_card_accounts set balance_cents = balance_cents - 1');
      }),
    );
    const error = await attempt.catch((reason) => reason);
    expect(findDatabaseError(error)?.constraint).toBe('gift_card_accounts_add_up');
    expect(await shop.balances()).toEqual(['2500/0']);
  });
});
