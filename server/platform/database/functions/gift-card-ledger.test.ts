import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { runWithoutTriggers } from '#test/support/database-rules.ts';
import {
  ACTS,
  type Command,
  createLedgerModel,
  holdCause,
  insertEntrySql,
  insertHoldSql,
  insertRedemptionSql,
  redemptionCause,
} from '#test/support/ledger-model.ts';
import { addRefund, openDispute } from '#test/support/payment-acts.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import type { SqlRunner } from '../database.ts';
import { findDatabaseError } from '../database-errors.ts';
import { cardAccountStates } from '../schema/states/card-account.ts';
import { cardHoldStates } from '../schema/states/card-hold.ts';
import { mayMove } from '../schema/states/state-machine.ts';

const PAID = 2_500;
const OTHER_SELLER = '(select min(s.id) from sellers s where s.id <> seller_id)';
const REFUND = { refund_id: '(select max(id) from refunds)' };
const aVoid = insertEntrySql('void', { posted: -1, cause: REFUND });
const holdStatements = [insertHoldSql('h0', 2_000), insertEntrySql('hold', { held: 2_000, cause: holdCause('h0') })];
const captured = [
  ...holdStatements,
  insertRedemptionSql('r0', 500, 'h0'),
  insertEntrySql('capture', { posted: -500, held: -2_000, cause: redemptionCause('r0') }),
];
const correct = (cents: number): string => `insert into gift_card_entries
    (gift_card_id, kind, posted_cents, operator, operator_note, step, created_at)
  select gift_card_id, 'correct', ${cents}, 'op', 'a test', entry_count, '2026-11-02' from gift_card_accounts`;
const buildStatusUpdate = (status: string): string => `update gift_card_accounts set status = '${status}'`;
const redeem = (cents: number) => [
  insertRedemptionSql('r9', cents),
  insertEntrySql('redeem', { posted: -cents, cause: redemptionCause('r9') }),
];

const ATTACKS: Record<string, [rule: string, ...statements: string[]]> = {
  'spends more than there is': ['gift_card_accounts_never_overdrawn', ...redeem(2_501)],
  'holds more than there is': [
    'gift_card_accounts_put_aside',
    insertHoldSql('h9', 2_501),
    insertEntrySql('hold', { held: 2_501, cause: holdCause('h9') }),
  ],
  'spends what is held': ['gift_card_accounts_put_aside', ...holdStatements, ...redeem(501)],
  'loads a card again': ['gift_card_accounts_single_load', correct(1)],
  'issues a card twice': [
    'gift_card_entries_issued_first',
    ...redeem(1),
    insertEntrySql('issue', { posted: 1, cause: { order_line_id: 'order_line_id' } }),
  ],
  'voids twice for one cause': ['gift_card_entries_cause', aVoid, aVoid],
  'spends twice for one redemption': [
    'gift_card_entries_single_step',
    ...redeem(100),
    insertEntrySql('redeem', { posted: -100, cause: { ...redemptionCause('r9'), step: 2 } }),
  ],
  'holds twice for one hold': [
    'gift_card_entries_single_step',
    insertHoldSql('h9', 100),
    insertEntrySql('hold', { held: 100, cause: holdCause('h9') }),
    insertEntrySql('hold', { held: 100, cause: { ...holdCause('h9'), step: 2 } }),
  ],
  'voids more than was refunded': [
    'gift_card_entries_no_more_than_refunded',
    'update refunds set amount_cents = 100',
    insertEntrySql('void', { posted: -60, cause: REFUND }),
    insertEntrySql('void', { posted: -41, cause: { ...REFUND, step: 2 } }),
  ],
  'voids more than was paid': [
    'gift_card_entries_no_more_than_refunded',
    'update payments set amount_cents = 100',
    insertEntrySql('void', { posted: -101, cause: { dispute_id: '(select max(id) from disputes)' } }),
  ],
  'restores what was not voided': [
    'gift_card_entries_no_more_than_voided',
    ...redeem(100),
    insertEntrySql('restore', { posted: 1, cause: REFUND }),
  ],
  "voids for another order's refund": [
    'gift_card_entries_own_cause',
    insertEntrySql('void', { posted: -1, cause: { refund_id: '(select min(id) from refunds)' } }),
  ],
  'voids for no cause': ['gift_card_entries_one_cause', insertEntrySql('void', { posted: -1 })],
  'voids for two causes': [
    'gift_card_entries_one_cause',
    insertEntrySql('void', { posted: -1, cause: { ...REFUND, order_line_id: 'order_line_id' } }),
  ],
  'corrects without a name': [
    'gift_card_entries_operator',
    insertEntrySql('correct', { posted: -1, cause: { operator: `'op'` } }),
  ],
  'spends without a redemption': [
    'gift_card_entries_own_cause',
    insertEntrySql('redeem', { posted: -1, cause: { redemption_id: 99 } }),
  ],
  'spends less than the redemption says': [
    'gift_card_entries_own_cause',
    insertRedemptionSql('r9', 100),
    insertEntrySql('redeem', { posted: -99, cause: redemptionCause('r9') }),
  ],
  'redeems without an entry': [
    'gift_card_redemptions_have_entry',
    insertRedemptionSql('r9', 100),
    'set constraints all immediate',
  ],
  'holds without an entry': ['gift_card_holds_have_entry', insertHoldSql('h9', 100), 'set constraints all immediate'],
  'holds at another seller': ['gift_card_holds_own_seller', insertHoldSql('h9', 100, OTHER_SELLER)],
  'redeems at another seller': ['gift_card_redemptions_own_seller', insertRedemptionSql('r9', 100, null, OTHER_SELLER)],
  'captures twice': ['gift_card_redemptions_hold_id_unique', ...captured, insertRedemptionSql('r1', 500, 'h0')],
  'captures what was released': [
    'gift_card_entries_own_cause',
    ...holdStatements,
    insertEntrySql('release', { held: -2_000, cause: holdCause('h0') }),
    insertHoldSql('h1', 500),
    insertEntrySql('hold', { held: 500, cause: holdCause('h1') }),
    insertRedemptionSql('r1', 500, 'h0'),
    insertEntrySql('capture', { posted: -500, held: -500, cause: redemptionCause('r1') }),
  ],
  'releases what was captured': [
    'gift_card_accounts_put_aside',
    ...captured,
    insertEntrySql('release', { held: -2_000, cause: holdCause('h0') }),
  ],
  'reverses more than was spent': [
    'gift_card_redemptions_reversed',
    correct(-500),
    ...redeem(100),
    insertEntrySql('reverse', { posted: 60, cause: redemptionCause('r9') }),
    insertEntrySql('reverse', { posted: 41, cause: { ...redemptionCause('r9'), step: 2 } }),
  ],
  'spends a frozen card': ['gift_card_entries_spendable', buildStatusUpdate('frozen'), ...redeem(1)],
  'captures from a frozen card': [
    'gift_card_entries_spendable',
    ...holdStatements,
    buildStatusUpdate('frozen'),
    insertRedemptionSql('r0', 5, 'h0'),
    insertEntrySql('capture', { posted: -5, held: -2_000, cause: redemptionCause('r0') }),
  ],
  'spends an expired card': [
    'gift_card_entries_spendable',
    insertRedemptionSql('r9', 1),
    insertEntrySql('redeem', { posted: -1, cause: { ...redemptionCause('r9'), created_at: 'expires_at' } }),
  ],
  'voids a card with value': ['gift_card_accounts_void_is_empty', buildStatusUpdate('void')],
  'makes a frozen card active by voiding it': [
    'gift_card_accounts_restored_as_it_was',
    correct(-PAID),
    buildStatusUpdate('frozen'),
    buildStatusUpdate('void'),
    buildStatusUpdate('active'),
  ],
  'sets a balance': ['gift_card_accounts_by_entries', 'update gift_card_accounts set balance_cents = 1'],
  'lengthens the account alone': ['gift_card_accounts_by_entries', 'update gift_card_accounts set expires_at = null'],
  'opens a full account': [
    'gift_card_accounts_open_empty',
    'insert into gift_card_accounts (gift_card_id, seller_id, issued_cents, balance_cents) select id, seller_id, 2500, 2500 from gift_cards',
  ],
  'rewrites an entry': ['gift_card_entries_append_only', 'update gift_card_entries set posted_cents = 1'],
  'deletes entries': ['gift_card_entries_append_only', 'delete from gift_card_entries'],
  'empties the ledger': ['gift_card_entries_append_only', 'truncate gift_card_entries'],
  'empties it through a parent': ['gift_card_entries_append_only', 'truncate order_lines cascade'],
  'deletes an account': ['gift_card_accounts_append_only', 'delete from gift_card_accounts'],
  'ends a hold by hand': [
    'gift_card_holds_append_only',
    ...holdStatements,
    `update gift_card_holds set state = 'released', ended_at = now()`,
  ],
  'rewrites a redemption': [
    'gift_card_redemptions_append_only',
    ...redeem(100),
    'update gift_card_redemptions set amount_cents = 1',
  ],
  'shortens a sold card': ['gift_cards_fixed_at_sale', 'update gift_cards set validity_months = 37'],
  'ends a card before three years': [
    'gift_cards_three_years',
    `update gift_cards set expires_at = supplied_at + interval '2 years'`,
  ],
};

describe.each(databaseKinds())('gift card ledger on %s', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(kind);
    const wren = await shop.customer();
    for (let order = 1; order <= 2; order += 1) await wren.buyCards();
    const { id } = await shop.lastCard();
    await runWithoutTriggers(shop, { table: 'giftCards', trigger: 'gift_cards_fixed_at_sale' }, () =>
      shop.stored.change('giftCards', { publicId: 'card' }, { id }),
    );
    for (const payment of await shop.stored.all('payments')) {
      await addRefund(shop, payment);
      await openDispute(shop, payment);
    }
  });
  afterAll(() => shop.close());

  const tried = async (work: (run: SqlRunner) => Promise<void>): Promise<void> => {
    const rollback = new Error('rolled back');
    const end = (run: SqlRunner) => work(run).then(() => Promise.reject(rollback));
    const error = await shop.context.database
      .exclusive((connection) => connection.transaction(end))
      .catch((reason: unknown) => reason);
    if (error !== rollback) throw error;
  };
  const findRule = (error: unknown): string => findDatabaseError(error)?.constraint ?? String(error);

  it.each(Object.entries(ATTACKS))('rejects a client that %s', async (_, [rule, ...statements]) => {
    const last = statements.pop() ?? '';
    await tried(async (run) => {
      for (const statement of statements) await run.query(statement);
      expect(await run.query(last).then(() => 'nothing', findRule)).toBe(rule);
    });
  });

  it.each([cardHoldStates, cardAccountStates])(
    'allows the same $name transitions in the database as in the code',
    async ({ name, states, moves }) => {
      for (const from of states)
        for (const to of states) {
          const query = `select may_move_${name.replace(' ', '_')}('${from}', '${to}') as allowed`;
          const allowed = (moves as Record<string, readonly string[]>)[from]?.includes(to);
          expect([from, to, ...(await shop.context.database.query(query)).rows]).toEqual([from, to, { allowed }]);
        }
    },
  );

  it('allows a gift card account only the status transitions of its state machine', async () => {
    for (const from of cardAccountStates.states)
      for (const to of cardAccountStates.states) {
        if (from === to) continue;
        await tried(async (run) => {
          await run.query(correct(-PAID));
          if (from === 'void' && to === 'frozen') await run.query(buildStatusUpdate('frozen'));
          if (from !== 'active') await run.query(buildStatusUpdate(from));
          await run.query('savepoint before');
          const moved = await run.query(buildStatusUpdate(to)).then(() => true, findRule);
          await run.query('rollback to before');
          expect([from, to, moved]).toEqual([
            from,
            to,
            mayMove(cardAccountStates, from, to) || 'gift_card_accounts_moves',
          ]);
        });
      }
  });

  it("keeps a gift card's account, entries and holds consistent under random operations", async () => {
    const command: fc.Arbitrary<Command> = fc.record({
      act: fc.constantFrom(...(Object.keys(ACTS) as Command['act'][])),
      cents: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: PAID + 100 })),
      pick: fc.nat(2),
    });
    const commands = fc.array(command, { minLength: 10, maxLength: 30, size: 'max' });
    await fc.assert(
      fc.asyncProperty(commands, (all) => tried((run) => play(run, all))),
      { numRuns: 60 },
    );
  });
});

async function play(run: SqlRunner, commands: readonly Command[]): Promise<void> {
  const model = createLedgerModel(PAID);
  for (const { act, cents, pick } of commands) {
    const { sql, then } = ACTS[act](model, cents, pick);
    await run.query('savepoint before');
    const rejectedBy = await sendAll(run, sql);
    if (rejectedBy !== null) await run.query('rollback to before');
    expect({ act, cents, rejected: rejectedBy !== null, rejectedBy }).toMatchObject({
      act,
      rejected: then === undefined,
    });
    then?.();
    const account = (await run.query(ACCOUNT)).rows[0];
    const { balance, held: heldCents, status, entries } = model;
    expect(account).toEqual({
      balance,
      held: heldCents,
      status,
      entries,
      posted: balance,
      put: heldCents,
      live: heldCents,
      after: balance,
      gaps: 0,
    });
  }
}

async function sendAll(run: SqlRunner, statements: readonly string[]): Promise<string | null> {
  try {
    for (const statement of statements) await run.query(statement);
    return null;
  } catch (error) {
    return findDatabaseError(error)?.constraint ?? String(error);
  }
}

const ACCOUNT = `select a.balance_cents as balance, a.held_cents as held, a.status, a.entry_count as entries,
    sum(e.posted_cents)::int as posted, sum(e.held_cents)::int as put,
    (select coalesce(sum(h.amount_cents), 0)::int from gift_card_holds h where h.gift_card_id = a.gift_card_id and h.state = 'held') as live,
    (array_agg(e.balance_after order by e.seq desc))[1] as after, (max(e.seq) - count(*))::int as gaps
  from gift_card_accounts a join gift_card_entries e on e.gift_card_id = a.gift_card_id
    join gift_cards c on c.id = a.gift_card_id where c.public_id = 'card' group by a.gift_card_id`;
