import { z } from 'zod';
import { callTable } from '../call.ts';
import { sellerShape, templateShape } from '../catalogue.ts';
import { MAX_GIFT_CARDS } from '../rules/limits.ts';
import { cardHistory } from '../shapes/card-history.ts';
import { money } from '../shapes/numbers.ts';

const currency = z.literal('AUD');
/** A printed code, or the public id ('gc_...') of the customer's own card. */
const cardName = z.string().min(1).max(60);

const cardOnCart = z.object({
  public_id: z.string(),
  last4: z.string(),
  seller: z.string(),
  balance: money,
  /** The amount that this card pays; 0 if other cards already pay for everything from its seller. */
  amount: money,
  currency,
  expires_on: z.string().nullable(),
  /** False once the card is frozen, spent, refunded or expired; it then pays for nothing. */
  usable: z.boolean(),
});
export type CardOnCart = z.output<typeof cardOnCart>;

/** A gift card sent to the customer's own number. */
const ownCard = z.object({
  public_id: z.string(),
  last4: z.string(),
  seller: sellerShape,
  value: money,
  balance: money,
  currency,
  expires_on: z.string().nullable(),
  /** 'frozen': the card cannot be spent while its payment is checked. */
  state: z.enum(['live', 'frozen', 'void', 'expired']),
  /** The giver's first name; '' if bought for oneself. */
  from: z.string(),
  message: z.string(),
  product_name: z.string(),
  template: templateShape.nullable(),
  received_at: z.string(),
  /** Path of the card's page; '' in a session opened by a link, until a code is confirmed. */
  page: z.string(),
  history: cardHistory,
});
export type OwnCard = z.output<typeof ownCard>;

export const giftCardTenderCalls = callTable({
  'GET carts/mine/checkGiftCard/{code}': {
    summary: 'The spendable amount, in dollars, of a gift card whose seller is in the cart',
    access: 'customer',
    limit: 'carts',
    secret: 'path',
    params: z.object({ code: cardName }),
    query: z.object({ pin: z.string().max(12).optional() }),
    answer: money,
  },
  'POST carts/mine/giftCards': {
    summary:
      'Adds gift cards to the cart: by code, with the PIN if there is one, or by public id if the card belongs to the customer or is already on the cart',
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
            /** Spends these cards first; by default, the card that expires first is spent first. */
            first: z.boolean().optional(),
          })
          .optional(),
      }),
    }),
    answer: z.literal(true),
  },
  'GET carts/mine/giftCards': {
    summary: 'The gift cards on the cart, and the amount that each pays',
    access: 'customer',
    limit: 'carts',
    answer: z.object({
      /**
       * Gift cards in spending order, as DELETE accepts them: the code if the card was added by code and a code was
       * confirmed in this session or browser, otherwise the public id.
       */
      gift_cards: z.array(z.string()),
      gift_cards_amount: money,
      base_gift_cards_amount: money,
      gift_cards_amount_used: money,
      base_gift_cards_amount_used: money,
      extension_attributes: z.object({
        cards: z.array(cardOnCart),
        card_due: money,
      }),
    }),
  },
  'DELETE carts/mine/giftCards/{code}': {
    summary: 'Removes a gift card from the cart, by its code or public id',
    access: 'customer',
    limit: 'cart changes',
    secret: 'path',
    priority: 'money',
    byLink: 'own',
    params: z.object({ code: cardName }),
    answer: z.literal(true),
  },
  'GET mobiledigital/giftcards': {
    summary: "Gift cards that were sent to the customer's own number, newest first, with the history of their value",
    access: 'customer',
    limit: 'carts',
    answer: z.object({ status: z.boolean(), data: z.array(ownCard) }),
  },
});
