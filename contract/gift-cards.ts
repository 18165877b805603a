import { z } from 'zod';
import { callTable } from './call.ts';
import { sellerShape, templateShape } from './catalogue.ts';
import { DETAILS_BYTES } from './rules/body-sizes.ts';
import { PICTURE_WORDS_LIMITS, type PictureWords } from './rules/gift-card/gift-picture.ts';
import { SKU_LIMIT } from './rules/limits.ts';
import { stripInvisibleCharacters } from './rules/seen-words.ts';
import { cardHistory, cardThanks } from './shapes/card-history.ts';
import { fieldErrorParts } from './shapes/error.ts';
import { id, money } from './shapes/numbers.ts';
import { picture } from './shapes/product.ts';

export const cardStates = ['waiting', 'queued', 'sent', 'delivered', 'failed', 'unknown', 'void'] as const;
export type CardState = (typeof cardStates)[number];

/**
 * `number`: not assigned; `opted_out`: the recipient replied STOP; `no_route`: country or network not covered;
 * `unreachable`: phone off or out of range; `blocked`: filtered by the network; `carrier`: a problem with the carrier
 * or our account.
 */
export const messageProblems = ['number', 'opted_out', 'no_route', 'unreachable', 'blocked', 'carrier'] as const;
export type MessageProblem = (typeof messageProblems)[number];

/** The server's id of the gift card's details, or a local UUID until they are saved. */
const detailsId = z.union([z.number(), z.string().max(64)]);
const jsonText = z.union([z.string().max(20_000), z.record(z.string(), z.unknown())]);
const looseId = z.union([z.number(), z.string().max(64)]);

export const detailsInput = z.object({
  recipient_firstname: z.string().overwrite(stripInvisibleCharacters).max(200).default(''),
  recipient_lastname: z.string().overwrite(stripInvisibleCharacters).max(200).default(''),
  recipient_mobile: z.string().max(40).default(''),
  recipient_message: z.string().overwrite(stripInvisibleCharacters).max(2_000).default(''),
  text_content: z.string().overwrite(stripInvisibleCharacters).max(5_000).default(''),
  configurable_product_sku: z.string().max(SKU_LIMIT).nullish(),
  purchaser_mobile: z.string().max(40).nullish(),
  gift_card_price: z.union([z.number(), z.string().max(20)]).nullish(),
  product_id: looseId.nullish(),
  cart_id: looseId.nullish(),
  cart_item_id: looseId.nullish(),
});

export type DetailsInput = z.output<typeof detailsInput>;

const detailsShape = z.object({
  gift_card_details_id: z.int(),
  recipient_firstname: z.string(),
  recipient_lastname: z.string(),
  recipient_mobile: z.string(),
  /** Present while the recipient is masked, until the customer confirms a code. */
  masked: z.literal(true).optional(),
  recipient_message: z.string(),
  text_content: z.string(),
  configurable_product_sku: z.string(),
  purchaser_mobile: z.string(),
  gift_card_price: money,
  product_id: z.int(),
  cart_id: z.int().nullable(),
  cart_item_id: z.int().nullable(),
  scheduled_delivery: z.string().nullable(),
  delivery_timezone: z.string().nullable(),
  /** When the card is sent, in UTC, already moved out of quiet hours. */
  send_at: z.string().nullable(),
  mms_template_id: z.string().nullable(),
  click2_giftcard_mms_template_id: z.int().nullable(),
  mms_template_url: z.string().nullable(),
  state: z.enum(cardStates).nullable(),
  can_edit: z.boolean(),
  /** The card's expiry terms; null before the card is issued. */
  card_life: z
    .object({ supplied_on: z.string(), validity_months: z.int().nullable(), expires_on: z.string().nullable() })
    .nullable(),
  order_id: z.string().nullable(),
});
export type Details = z.output<typeof detailsShape>;

export const writtenWords = z.object({
  to: z.string(),
  message: z.string(),
  from: z.string(),
  amount: z.string(),
  footer: z.string(),
});

const shownCard = z.object({
  code: z.string(),
  pin: z.string().nullable(),
  barcode_svg: z.string(),
  value: money,
  balance: money,
  currency: z.literal('AUD'),
  supplied_on: z.string(),
  expires_on: z.string().nullable(),
  recipient_firstname: z.string(),
  purchaser_firstname: z.string(),
  recipient_message: z.string(),
  picture_words: writtenWords,
  text_content: z.string(),
  product_name: z.string(),
  template: templateShape.nullable(),
  seller: sellerShape,
});

const cardPage = z.object({
  status: z.boolean(),
  /**
   * True if the recipient's number was corrected and this link replaced. The response then reveals nothing about the
   * card.
   */
  replaced: z.boolean().optional(),
  data: shownCard
    .extend({
      state: z.enum(['live', 'frozen', 'void', 'expired']),
      qr_svg: z.string(),
      history: cardHistory,
      thanks: cardThanks.nullable(),
      can_thank: z.boolean(),
      /** The same in every wallet; '' if the card has no pass. */
      pass_id: z.string(),
      picture,
      /** True if the recipient's number was corrected; the page then shows only the giver's first name. */
      sent_on: z.boolean(),
    })
    .optional(),
});
export type CardPage = z.output<typeof cardPage>;

const printedCard = shownCard.extend({ words_svg: z.string().nullable() });
export type PrintedCard = z.output<typeof printedCard>;

const wordsSchema = (area: keyof PictureWords) => z.string().max(PICTURE_WORDS_LIMITS[area]);
const pictureWordsShape = z.object({
  to: wordsSchema('to'),
  message: wordsSchema('message'),
  from: wordsSchema('from'),
  amount: wordsSchema('amount'),
  footer: wordsSchema('footer'),
});
const signs = z.array(z.string());

const answered = z.object({ status: z.boolean(), ...fieldErrorParts });

/** `send_at` is in UTC, `retry_after` in seconds. */
const sentAgain = answered.extend({
  send_at: z.string().nullish(),
  moved: z.enum(['quiet']).nullish(),
  retry_after: z.int().optional(),
});

export const giftCardCalls = callTable({
  'POST mobiledigital/savegiftcarddetails': {
    summary: 'Saves the recipient and messages of a card',
    access: 'customer',
    limit: 'cart changes',
    bodyBytes: DETAILS_BYTES,
    byLink: 'own',
    body: z.object({ data: jsonText }),
    answer: answered.extend({ data: z.object({ last_insert_id: z.int() }).optional() }),
  },
  'POST mobiledigital/editgiftcarddetails': {
    summary: 'Changes recipient and messages while the card has not gone out',
    access: 'customer',
    bodyBytes: DETAILS_BYTES,
    byLink: 'own',
    body: z.object({ gift_card_details_id: detailsId, data: jsonText }),
    answer: answered.extend({ data: detailsShape.optional() }),
  },
  'POST mobiledigital/deletegiftcarddetailsbycartitemid': {
    summary: 'Deletes the details of one cart line',
    access: 'customer',
    limit: 'cart changes',
    byLink: 'own',
    body: z.object({ cart_id: looseId, cart_item_id: looseId }),
    answer: answered,
  },
  'GET mobiledigital/deletegiftcarddetailsbycartid': {
    summary: 'Deletes the details of every line of the cart',
    access: 'customer',
    limit: 'cart changes',
    byLink: 'own',
    query: z.object({ cart_id: z.string().max(20) }),
    answer: answered,
  },
  'GET mobiledigital/getgiftcarddetailsbycart': {
    summary: 'The details of a cart, as JSON text {status, data: [details]}',
    access: 'customer',
    limit: 'carts',
    query: z.object({ cart_id: z.string().max(20) }),
    answer: z.string(),
  },
  'GET mobiledigital/getgiftcarddetailsbyid': {
    summary: 'The details of one card',
    access: 'customer',
    query: z.object({ gift_card_details_id: z.string().max(64) }),
    answer: z.object({ status: z.boolean(), data: detailsShape.optional() }),
  },
  'POST mobiledigital/savegiftcardscheduleddate': {
    summary: 'Sets when a card goes out: wall time and IANA zone; an unknown id is ignored',
    access: 'customer',
    byLink: 'own',
    body: z.object({
      gift_card_details_id: detailsId,
      scheduled_delivery: z.string().max(40),
      delivery_timezone: z.string().max(60),
    }),
    answer: answered.extend({ send_at: z.string().optional(), moved: z.enum(['past', 'quiet']).nullish() }),
  },
  'GET mobiledigital/getgiftcardmmstemplates': {
    summary: 'The picture-message templates of a gift card',
    access: 'customer',
    query: z.object({ product_id: id }),
    answer: z.object({ status: z.boolean(), data: z.array(templateShape) }),
  },
  'POST mobiledigital/giftcardpicture': {
    summary:
      'The words of a picture message as an SVG to lay over its template, and the characters that cannot be shown',
    access: 'customer',
    limit: 'previews',
    byLink: 'all',
    body: z.object({ template_id: id, words: pictureWordsShape }),
    answer: z.object({
      status: z.boolean(),
      data: z.object({ svg: z.string(), not_shown: z.object({ to: signs, message: signs }) }).optional(),
    }),
  },
  'POST mobiledigital/savegiftcardmmstemplate': {
    summary: 'Sets the picture-message template of a card',
    access: 'customer',
    byLink: 'own',
    body: z.object({
      gift_card_details_id: detailsId,
      mms_template_id: z.string().max(80),
      click2_giftcard_mms_template_id: looseId.nullish(),
    }),
    answer: answered,
  },
  'POST mobiledigital/resendgiftcard': {
    summary: 'Sends a card to its recipient once more; a second tap within half a minute changes nothing',
    access: 'customer',
    byLink: 'own',
    idempotency: { key: 'optional' },
    body: z.object({ gift_card_details_id: detailsId }),
    answer: sentAgain,
  },
  'POST mobiledigital/correctgiftcardmobile': {
    summary: 'Corrects the number of an unopened card and sends it there; earlier links stop working',
    access: 'customer',
    byLink: 'own',
    idempotency: { key: 'optional' },
    body: z.object({ gift_card_details_id: detailsId, recipient_mobile: z.string().max(40) }),
    answer: sentAgain,
  },
  'POST mobiledigital/tellwhengiftcardarrives': {
    summary: 'Sets whether the customer gets a text when a card arrives',
    access: 'customer',
    byLink: 'own',
    body: z.object({ gift_card_details_id: detailsId, tell: z.boolean() }),
    answer: answered,
  },
  'POST mobiledigital/savegiftcardorderbycart': {
    summary: 'Returns whether all gift cards of an order exist; also true for a held order; changes nothing',
    access: 'customer',
    limit: 'cart changes',
    byLink: 'all',
    body: z.object({ r_token: z.string().max(8_192).default(''), cart_id: looseId, order_id: looseId }),
    answer: z.object({ status: z.boolean() }),
  },
  'GET mobiledigital/card': {
    summary: "The recipient's page behind the link in the text message",
    access: 'public',
    secret: 'answer',
    query: z.object({ secret: z.string().max(100) }),
    answer: cardPage,
  },
  'GET mobiledigital/printcard': {
    summary:
      "The content of a card, for its customer to print; only cards sent to the customer's own number; does not count as opening",
    access: 'customer',
    byLink: 'own',
    query: z.object({ order_id: z.string().max(20), gift_card_details_id: z.string().max(64) }),
    answer: z.object({ status: z.boolean(), data: printedCard.optional() }),
  },
  'POST mobiledigital/thankgiver': {
    summary: "Sends the recipient's thanks to the giver as one text; a second call returns `already`",
    access: 'public',
    limit: 'thanks',
    body: z.object({ secret: z.string().max(100), message: z.string().max(1_000) }),
    answer: answered.extend({ already: z.boolean().optional() }),
  },
  'POST mobiledigital/cardopened': {
    summary: 'The recipient has the card on screen (link previews only GET, so they do not count)',
    access: 'public',
    body: z.object({ secret: z.string().max(100) }),
    answer: z.object({ status: z.boolean() }),
  },
});
