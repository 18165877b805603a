import { z } from 'zod';
import { orderStatuses, tender } from './account.ts';
import { callTable } from './call.ts';
import { cardStates } from './gift-cards.ts';
import { cartAddress } from './shapes/customer.ts';

const savedCard = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  /**
   * Gift cards that this card pays for numbers new to the account wait for an operator, for the device is new: unless
   * `cc_cvc_token` comes with the payment. Left out otherwise.
   */
  wants_security_code: z.literal(true).optional(),
});
export type SavedCard = z.output<typeof savedCard>;

const looseFlag = z.union([z.boolean(), z.number(), z.string().max(5)]);

export const checkoutCalls = callTable({
  'GET mobiledigital/savedcards': {
    summary: 'Saved cards; the first is the default',
    access: 'customer',
    limit: 'carts',
    answer: z.object({ status: z.boolean(), data: z.array(savedCard) }),
  },
  'POST mobiledigital/deletesavedcard': {
    summary:
      'Deletes a saved card, here and at the payment provider; status false when the customer has no such card, code_required in a session of a link that proved nothing',
    access: 'customer',
    byLink: 'none',
    body: z.object({ payment_method: z.string().max(200) }),
    answer: z.object({ status: z.boolean() }),
  },
  'POST carts/mine/payment-information': {
    summary: 'Pays and places the order; repeated, it answers the same order',
    access: 'customer',
    limit: 'carts',
    changesCart: true,
    priority: 'money',
    byLink: 'own',
    body: z.object({
      billingAddress: cartAddress.nullish(),
      paymentMethod: z.object({
        method: z.string().max(60),
        additional_data: z
          .object({
            /** Whether a card that is typed in is saved; never in a session of a link that proved nothing. */
            cc_save: looseFlag.nullish(),
            cc_stripejs_token: z.string().max(200).nullish(),
            /** The provider's token for the security code of a saved card (Stripe's `cvc_update`). */
            cc_cvc_token: z.string().max(200).nullish(),
            /** The sum shown, in dollars without shipping. If it differs, nothing is charged. */
            expected_subtotal: z.number().nullish(),
            /** What was shown as left for the payment card, in dollars. If it differs, nothing is charged. */
            expected_card_due: z.number().nullish(),
            /** The human check's, action 'checkout': asked for by `human_check_needed`. */
            r_token: z.string().max(8_192).nullish(),
          })
          .loose()
          .nullish(),
      }),
    }),
    answer: z.int(),
  },
  'GET mobiledigital/checkoutsuccess': {
    summary: 'Shop name, number and status of an order just placed, and when its gift cards go out',
    access: 'customer',
    limit: 'carts',
    priority: 'money',
    query: z.object({
      seller_id: z.string().max(60).default(''),
      campaign_id: z.string().max(60).default(''),
      /** The order that this cart made; without it the latest order. */
      cart_id: z
        .string()
        .regex(/^\d{0,9}$/)
        .default(''),
    }),
    answer: z.object({
      status: z.boolean(),
      /** With `cart_id`: the cart's order is not placed yet, and being paid. */
      placing: z.boolean().optional(),
      data: z
        .object({
          order_id: z.string(),
          shop_name: z.string(),
          status: z.enum(orderStatuses),
          /** The gift cards that paid for it, then the payment card. */
          tenders: z.array(tender),
          /** `send_at` with quiet hours applied; nothing goes out before the order is approved. */
          gift_cards: z.array(
            z.object({
              gift_card_details_id: z.int(),
              state: z.enum(cardStates),
              send_at: z.string().nullable(),
            }),
          ),
        })
        .optional(),
    }),
  },
});
