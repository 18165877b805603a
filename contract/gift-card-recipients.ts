import { z } from 'zod';
import { callTable } from './call.ts';
import { LIST_BYTES } from './rules/body-sizes.ts';
import { MAX_RECIPIENTS, SKU_LIMIT } from './rules/limits.ts';
import { stripInvisibleCharacters } from './rules/seen-words.ts';
import { fieldErrorParts } from './shapes/error.ts';
import { money } from './shapes/numbers.ts';
import { productOption } from './shapes/product.ts';

const recipient = z.object({
  recipient_firstname: z.string().overwrite(stripInvisibleCharacters).max(200),
  recipient_lastname: z.string().overwrite(stripInvisibleCharacters).max(200),
  recipient_mobile: z.string().max(40),
});
const recipients = z.array(recipient).min(1).max(MAX_RECIPIENTS);

/** Field errors are keyed by list position, such as 'recipients.17.recipient_mobile'. */
const answered = z.object({ status: z.boolean(), ...fieldErrorParts });

export const giftCardRecipientCalls = callTable({
  'POST mobiledigital/checkgiftcardrecipients': {
    summary: 'Validates a list of recipients before a card for each is added to the cart',
    access: 'customer',
    limit: 'many recipients',
    bodyBytes: LIST_BYTES,
    byLink: 'all',
    body: z.object({ recipients }),
    answer: answered,
  },
  'POST mobiledigital/savegiftcardrecipients': {
    summary: 'Adds the same card to the cart for each recipient, with the same words, time and template; all or none',
    access: 'customer',
    limit: 'many recipients',
    bodyBytes: LIST_BYTES,
    byLink: 'all',
    idempotency: { key: 'optional' },
    body: z.object({
      cartItem: z.object({ sku: z.string().max(SKU_LIMIT), product_option: productOption.nullish() }),
      recipients,
      recipient_message: z.string().overwrite(stripInvisibleCharacters).max(2_000),
      text_content: z.string().overwrite(stripInvisibleCharacters).max(5_000),
      purchaser_mobile: z.string().max(40).nullish(),
      scheduled_delivery: z.string().max(40),
      delivery_timezone: z.string().max(60),
      mms_template_id: z.string().max(80),
    }),
    /** `price` is per card, in dollars. */
    answer: answered.extend({ data: z.object({ cart_id: z.int(), price: money, cards: z.int() }).optional() }),
  },
});
