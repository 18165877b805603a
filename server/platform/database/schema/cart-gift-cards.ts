import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bigRef, instant } from './columns.ts';
import { giftCards } from './gift-cards.ts';
import { carts } from './orders.ts';

/** Gift cards that lie on a cart, to pay for it. */
export const cartGiftCards = pgTable(
  'cart_gift_cards',
  {
    cartId: bigRef('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    giftCardId: bigRef('gift_card_id')
      .notNull()
      .references(() => giftCards.id),
    /**
     * Of the code it was put there by, so that a card whose code was replaced since pays nothing; null for a card that
     * was sent to the customer's own number.
     */
    codeHash: text('code_hash'),
    /** Spent before the others. */
    isFirst: boolean('is_first').notNull().default(false),
    /** The link session that put it there (writerOf()); null: any other session. */
    writtenBy: text('written_by'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.cartId, t.giftCardId] }), index('cart_gift_cards_card').on(t.giftCardId)],
);
