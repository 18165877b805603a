import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { bigId, bigRef, instant, isOneOf, textEnum } from './columns.ts';
import { giftCardAccounts } from './gift-card-ledger.ts';

const WALLETS = ['apple', 'google'] as const;

/** Wallet passes. Triggers in db/functions.sql maintain these rows. */
export const giftCardPasses = pgTable(
  'gift_card_passes',
  {
    passId: text('pass_id').primaryKey(),
    giftCardId: bigRef('gift_card_id').notNull(),
    madeAt: instant('made_at').notNull(),
    /** Whole seconds that always increase, so that HTTP dates distinguish all versions of a pass. */
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    index('gift_card_passes_card').on(t.giftCardId),
    foreignKey({
      name: 'gift_card_passes_account',
      columns: [t.giftCardId],
      foreignColumns: [giftCardAccounts.giftCardId],
    }),
    check('gift_card_passes_whole_seconds', sql`${t.changedAt} = date_trunc('second', ${t.changedAt})`),
  ],
);

/** An Apple device that registered the pass, or Google, which received the pass through a link. */
export const giftCardPassHolders = pgTable(
  'gift_card_pass_holders',
  {
    id: bigId(),
    passId: text('pass_id')
      .notNull()
      .references(() => giftCardPasses.passId, { onDelete: 'cascade' }),
    wallet: textEnum('wallet', WALLETS).notNull(),
    deviceId: text('device_id').notNull().default(''),
    pushToken: text('push_token').notNull().default(''),
    /** Time of the change that the wallet has not received yet; null when the wallet is up to date. */
    outdatedAt: instant('outdated_at'),
    dueAt: instant('due_at').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    isOneOf('gift_card_pass_holders_wallet', t.wallet, WALLETS),
    check(
      'gift_card_pass_holders_device',
      sql`(${t.wallet} = 'apple') = (${t.deviceId} <> '') and (${t.deviceId} <> '') = (${t.pushToken} <> '')`,
    ),
    unique('gift_card_pass_holders_once').on(t.passId, t.wallet, t.deviceId),
    index('gift_card_pass_holders_device_id').on(t.deviceId),
    index('gift_card_pass_holders_outdated').on(t.dueAt).where(sql`outdated_at is not null`),
  ],
);
