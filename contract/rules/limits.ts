export const PAGE_SIZE = 10;
export const ORDERS_A_PAGE = 50;
export const QUANTITY_DEBOUNCE_MS = 1_000;
export const SIGN_IN_SUCCESS_MS = 2_000;
export const CHECKOUT_SECONDS = 600;
export const TOKEN_TTL_MS = 3_300_000;
export const STORE_ID = 19;
export const WEBSITE_ID = 1;
export const DEFAULT_COUNTRY = 'AU';
export const REQUEST_TIMEOUT_MS = 30_000;

export const ATTRIBUTE_IDS = { color: 93, size: 141, gift_card_price: 216 } as const;
export type AttributeCode = keyof typeof ATTRIBUTE_IDS;

/** Shopify's limit for handles and SKUs, because truncated handles could collide. */
export const SKU_LIMIT = 255;
export const NAME_LIMIT = 25;
export const MAX_PEOPLE = 20;
/** Maximum number of recipients, including the first one. Also limits the gift cards in a cart. */
export const MAX_RECIPIENTS = 1_000;
/** Maximum length of the first and of the last name, each. */
export const CUSTOMER_NAME_LIMIT = 100;
export const EMAIL_LIMIT = 254;
export const STREET_LIMIT = 255;
export const SUBURB_LIMIT = 100;
export const MOBILE_LIMIT = 30;
/** Shopify's limit. The import accepts longer names, without a preview. */
export const SELLER_NAME_LIMIT = 255;
export const PICTURE_TEXT_LIMIT = 50;
export const TEXT_LIMIT = 200;
export const THANKS_LIMIT = 140;

export const CODE_DIGITS = 6;
export const CODE_LIFE_MS = 5 * 60_000;
export const CODE_TRIES = 5;
export const CODE_RESEND_MS = 30_000;

export const MAX_PASSKEYS = 10;
/** Maximum age of a sign-in that may change credentials. */
export const RECENT_PROOF_MS = 10 * 60_000;
export const PASSKEY_CHALLENGE_MS = 5 * 60_000;

export const TILL_UNDO_MS = 10 * 60_000;

export const PAYMENT_METHOD = 'stripe_payments';
/** The payment method that Magento uses when nothing is left to pay. */
export const FREE_METHOD = 'free';
export const CARRIER_CODE = 'flatrate';
export const METHOD_CODE = 'flatrate';

export const MAX_GIFT_CARDS = 20;
