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
   * Set on a new device, where gift cards to new numbers wait for an operator unless the payment includes
   * `cc_cvc_token`.
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
      'Deletes a saved card, here and at the payment provider; status false if the customer has no such card, code_required in a link session that has not confirmed a code',
    access: 'customer',
    byLink: 'none',
    body: z.object({ payment_method: z.string().max(200) }),
    answer: z.object({ status: z.boolean() }),
  },
  'POST carts/mine/payment-information': {
    summary: 'Pays and places the order; a repeated call returns the same order',
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
            /** Ignored in an unverified link session, which cannot save cards. */
            cc_save: looseFlag.nullish(),
            cc_stripejs_token: z.string().max(200).nullish(),
            /** Stripe's `cvc_update` token for a saved card. */
            cc_cvc_token: z.string().max(200).nullish(),
            /**
             * The total that the customer saw, in dollars without shipping. If the server's total differs, it charges
             * nothing.
             */
            expected_subtotal: z.number().nullish(),
            /**
             * The card payment that the customer saw, in dollars. If the server's amount differs, it charges nothing.
             */
            expected_card_due: z.number().nullish(),
            /** CAPTCHA token for the action 'checkout', required after the error `human_check_needed`. */
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
      /** Selects the order placed from this cart; defaults to the latest order. */
      cart_id: z
        .string()
        .regex(/^\d{0,9}$/)
        .default(''),
    }),
    answer: z.object({
      status: z.boolean(),
      /** True while payment is in progress and the order is not yet placed. */
      placing: z.boolean().optional(),
      data: z
        .object({
          order_id: z.string(),
          shop_name: z.string(),
          status: z.enum(orderStatuses),
          tenders: z.array(tender),
          /** `send_at` already allows for quiet hours. No card is sent before the order is approved. */
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
