import { z } from 'zod';
import { callTable } from '../call.ts';
import { sellerShape, templateShape } from '../catalogue.ts';
import { MAX_GIFT_CARDS } from '../rules/limits.ts';
import { cardHistory } from '../shapes/card-history.ts';
import { money } from '../shapes/numbers.ts';

const currency = z.literal('AUD');
/** A gift card's code as it is printed, or the public id ('gc_...') of one of the customer's own. */
const cardName = z.string().min(1).max(60);

/** A gift card that lies on the cart, and what of it this cart takes. */
const cardOnCart = z.object({
  public_id: z.string(),
  last4: z.string(),
  seller: z.string(),
  /** What can be spent of it now. */
  balance: money,
  /** What of it pays for this cart; 0 where others pay everything of its seller. */
  amount: money,
  currency,
  expires_on: z.string().nullable(),
  /** False for one that was frozen, spent, refunded or expired since it was put there: it pays nothing. */
  usable: z.boolean(),
});
export type CardOnCart = z.output<typeof cardOnCart>;

/** A gift card that was sent to the customer's own number. */
const ownCard = z.object({
  public_id: z.string(),
  last4: z.string(),
  seller: sellerShape,
  value: money,
  /** What can be spent of it now. */
  balance: money,
  currency,
  expires_on: z.string().nullable(),
  /** 'frozen': its payment is being checked, and it cannot be spent meanwhile. */
  state: z.enum(['live', 'frozen', 'void', 'expired']),
  /** The first name of who gave it; '' for one that was bought for oneself. */
  from: z.string(),
  message: z.string(),
  product_name: z.string(),
  template: templateShape.nullable(),
  received_at: z.string(),
  /** The path of its page, with barcode and QR code for the counter; '' after a link, until a code is confirmed. */
  page: z.string(),
  history: cardHistory,
});
export type OwnCard = z.output<typeof ownCard>;

/** Paying by gift card, in Adobe Commerce's shape. */
export const giftCardTenderCalls = callTable({
  'GET carts/mine/checkGiftCard/{code}': {
    summary: 'What can be spent of a gift card of a seller in the cart, in dollars',
    access: 'customer',
    limit: 'carts',
    secret: 'path',
    params: z.object({ code: cardName }),
    query: z.object({ pin: z.string().max(12).optional() }),
    answer: money,
  },
  'POST carts/mine/giftCards': {
    summary:
      'Puts gift cards on the cart: by code, with its PIN where it has one, or by public id of an own one or one on the cart',
    access: 'customer',
    limit: 'carts',
    priority: 'money',
    byLink: 'own',
    body: z.object({
      giftCardAccountData: z.object({
        gift_cards: z.array(cardName).min(1).max(MAX_GIFT_CARDS),
        extension_attributes: z
          .object({
            pin: z.string().max(12).optional(),
            /** Spent before the others; without it the one that expires first is. */
            first: z.boolean().optional(),
          })
          .optional(),
      }),
    }),
    answer: z.literal(true),
  },
  'GET carts/mine/giftCards': {
    summary: 'The gift cards on the cart, and what of them it takes',
    access: 'customer',
    limit: 'carts',
    answer: z.object({
      /**
       * What DELETE takes: the code of one that was put there by it, if a code was confirmed in this session or
       * browser, else its public id; in the order of spending.
       */
      gift_cards: z.array(z.string()),
      /** What can be spent of them. */
      gift_cards_amount: money,
      base_gift_cards_amount: money,
      /** What of it pays for this cart. */
      gift_cards_amount_used: money,
      base_gift_cards_amount_used: money,
      extension_attributes: z.object({
        cards: z.array(cardOnCart),
        /** What is left for the payment card. */
        card_due: money,
      }),
    }),
  },
  'DELETE carts/mine/giftCards/{code}': {
    summary: 'Takes a gift card off the cart, by its code or public id',
    access: 'customer',
    limit: 'cart changes',
    secret: 'path',
    priority: 'money',
    byLink: 'own',
    params: z.object({ code: cardName }),
    answer: z.literal(true),
  },
  'GET mobiledigital/giftcards': {
    summary: "Gift cards that were sent to the customer's own number, newest first, with what became of their value",
    access: 'customer',
    limit: 'carts',
    answer: z.object({ status: z.boolean(), data: z.array(ownCard) }),
  },
});
