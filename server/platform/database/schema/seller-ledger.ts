import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { sellers } from './catalogue.ts';
import { bigId, bigRef, id, instant, isOneOf, textEnum } from './columns.ts';
import { orders } from './orders.ts';
import { refunds } from './payments.ts';

const BOOK_ACCOUNT_KINDS = ['asset', 'liability', 'income', 'cost'] as const;
const BOOK_TRANSFER_KINDS = ['sale', 'commission', 'service fee', 'refund', 'commission back'] as const;

/** Accounts of the sellers' ledger. A balance is credits minus debits, and all balances add up to zero. */
export const bookAccounts = pgTable(
  'book_accounts',
  {
    id: id(),
    /** Such as `payable:7` (server/domain/seller-ledger/post-order.ts). */
    code: text('code').notNull().unique(),
    kind: textEnum('kind', BOOK_ACCOUNT_KINDS).notNull(),
    sellerId: integer('seller_id').references(() => sellers.id),
    mayBeNegative: boolean('may_be_negative').notNull(),
  },
  (t) => [isOneOf('book_accounts_kind', t.kind, BOOK_ACCOUNT_KINDS), index('book_accounts_seller').on(t.sellerId)],
);

/** Append-only. Each transfer debits one account and credits another, so that no posting can be unbalanced. */
export const bookTransfers = pgTable(
  'book_transfers',
  {
    id: bigId(),
    debitAccount: integer('debit_account')
      .notNull()
      .references(() => bookAccounts.id),
    creditAccount: integer('credit_account')
      .notNull()
      .references(() => bookAccounts.id),
    cents: bigint('cents', { mode: 'number' }).notNull(),
    kind: textEnum('kind', BOOK_TRANSFER_KINDS).notNull(),
    /** The event, order or refund, and seller, such as `refund:12:7`. The transfers of a cause add up to its amount. */
    cause: text('cause').notNull(),
    /** The cause and, if the amount of a cause may change, the number of the transfer. */
    key: text('key').notNull().unique(),
    orderId: bigRef('order_id').references(() => orders.id),
    refundId: bigRef('refund_id').references(() => refunds.id),
    at: instant('at').notNull(),
  },
  (t) => [
    isOneOf('book_transfers_kind', t.kind, BOOK_TRANSFER_KINDS),
    check('book_transfers_cents', sql`${t.cents} > 0`),
    check('book_transfers_accounts', sql`${t.debitAccount} <> ${t.creditAccount}`),
    index('book_transfers_debit').on(t.debitAccount, t.id),
    index('book_transfers_credit').on(t.creditAccount, t.id),
    index('book_transfers_cause').on(t.cause),
    index('book_transfers_order').on(t.orderId),
    index('book_transfers_refund').on(t.refundId),
  ],
);
