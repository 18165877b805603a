import { z } from 'zod';
import { callTable } from '../call.ts';
import { dollarAmount, money } from '../shapes/numbers.ts';

/** Effective statuses: a card is expired from its expiry on, even before a job records it. */
export const cardStatuses = ['active', 'frozen', 'void', 'expired'] as const;
const currency = z.literal('AUD');
const instant = z.iso.datetime();
const heldId = z.string().max(40);

/** Ignores spaces, dashes and case, and accepts look-alike characters. */
const shownCard = {
  code: z.string().min(1).max(60),
  pin: z.string().max(12).optional(),
};
/** The caller's own reference, such as a receipt number. */
const reference = z.string().trim().max(100).default('');

const redeemed = z.object({ redemption: z.string(), amount: money, balance: money });

const redemption = z.object({
  redemption: z.string(),
  /** The card id that `check` returns. */
  card: z.string(),
  last4: z.string(),
  amount: money,
  reversed: money,
  currency,
  /** A redemption cannot be reversed if its card is void or expired. */
  card_status: z.enum(cardStatuses),
  channel: z.enum(['shop', 'till', 'api']),
  /** True if the redemption was made with the key of this call. */
  own: z.boolean(),
  reference: z.string(),
  created_at: instant,
});

const linkCode = z.string().min(1).max(100);
const tillSeller = z.object({ name: z.string(), shop_url: z.string() });

/** The bearer token is a counter key (`npm run seller -- key`). `balance` excludes holds. */
export const counterCalls = callTable({
  'POST seller/giftcards/check': {
    summary: 'What a gift card is worth now; changes nothing',
    access: { till: 'check' },
    priority: 'money',
    body: z.object(shownCard),
    answer: z.object({
      card: z.string(),
      last4: z.string(),
      balance: money,
      currency,
      expires_on: instant.nullable(),
      status: z.enum(cardStatuses),
    }),
  },
  'POST seller/giftcards/authorise': {
    summary: 'Holds an amount of a gift card for 15 minutes; with allow_partial, as much as is available',
    access: { till: 'spend' },
    priority: 'money',
    idempotency: { key: 'required', replayedBy: 'handler' },
    body: z.object({ ...shownCard, amount: dollarAmount, allow_partial: z.boolean().default(false), reference }),
    answer: z.object({ hold: z.string(), amount: money, balance: money, expires_at: instant }),
  },
  'POST seller/giftcards/holds/{hold}/capture': {
    summary: 'Spends the held amount or a part of it; the rest returns to the gift card',
    access: { till: 'spend' },
    priority: 'money',
    idempotency: { key: 'required', replayedBy: 'handler' },
    params: z.object({ hold: heldId }),
    body: z.object({ amount: dollarAmount.optional() }),
    answer: redeemed,
  },
  'POST seller/giftcards/holds/{hold}/release': {
    summary: 'Releases a hold; its amount can be spent again',
    access: { till: 'spend' },
    priority: 'money',
    idempotency: { key: 'required', replayedBy: 'handler' },
    params: z.object({ hold: heldId }),
    answer: z.object({ hold: z.string(), amount: money, balance: money }),
  },
  'POST seller/giftcards/redeem': {
    summary: 'Spends an amount of a gift card at once',
    access: { till: 'spend' },
    priority: 'money',
    idempotency: { key: 'required', replayedBy: 'handler' },
    body: z.object({ ...shownCard, amount: dollarAmount, reference }),
    answer: redeemed,
  },
  'POST seller/giftcards/redemptions/{id}/reverse': {
    summary: 'Reverses a redemption in full or in part; without an amount, everything not yet reversed',
    access: { till: 'reverse' },
    priority: 'money',
    idempotency: { key: 'required', replayedBy: 'handler' },
    params: z.object({ id: heldId }),
    body: z.object({ amount: dollarAmount.optional(), reason: z.string().trim().min(1).max(200) }),
    answer: redeemed.extend({ reversed: money }),
  },
  'GET seller/giftcards/redemptions': {
    summary: "The seller's redemptions, newest first, 50 at a time; the next ones by next_cursor",
    access: { till: 'any' },
    query: z.object({
      cursor: heldId.optional(),
      /** The earliest time, inclusive. If it is set, the response includes totals. */
      since: z.iso.datetime({ offset: true }).optional(),
      /** The latest time, exclusive. */
      until: z.iso.datetime({ offset: true }).optional(),
    }),
    answer: z.object({
      redemptions: z.array(redemption),
      next_cursor: z.string().nullable(),
      /** Totals over all pages. `count` excludes fully reversed redemptions. */
      totals: z.object({ taken: money, given_back: money, count: z.int() }).optional(),
    }),
  },
  'POST seller/till/check': {
    summary: 'The seller of a link from `npm run seller -- till`; does not use up the link',
    access: 'public',
    limit: 'tills',
    priority: 'money',
    body: z.object({ code: linkCode }),
    answer: z.object({ seller: tillSeller, name: z.string() }),
  },
  'POST seller/till/enrol': {
    summary: 'Makes the device that opened a link from `npm run seller -- till` a till; each link works once',
    access: 'public',
    limit: 'tills',
    priority: 'money',
    body: z.object({
      code: linkCode,
      /** The device's name; '' keeps the current name. */
      name: z.string().trim().max(60).default(''),
    }),
    answer: z.object({
      key: z.string(),
      seller: tillSeller,
      name: z.string(),
    }),
  },
});
