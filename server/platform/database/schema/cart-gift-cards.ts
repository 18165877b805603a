import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bigRef, instant } from './columns.ts';
import { giftCards } from './gift-cards.ts';
import { carts } from './orders.ts';

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
     * Hash of the code with which the card was added; a replaced code pays nothing. Null for cards sent to the
     * customer's number.
     */
    codeHash: text('code_hash'),
    isFirst: boolean('is_first').notNull().default(false),
    /** The link session that added the card (see identifyWriter()); null if a verified session added it. */
    writtenBy: text('written_by'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.cartId, t.giftCardId] }), index('cart_gift_cards_card').on(t.giftCardId)],
);
