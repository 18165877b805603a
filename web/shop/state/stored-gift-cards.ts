import type { ChosenOption } from '#contract/catalogue.ts';
import { ATTRIBUTE_IDS, MAX_RECIPIENTS } from '#contract/rules/limits.ts';
import { parseWallTime } from '#contract/rules/time/wall-time.ts';
import { isZone } from '#contract/rules/time/zones.ts';
import type { Picture } from '#contract/shapes/product.ts';
import { isRecord } from '#web/shared/state/storage.ts';
import { isPerson } from './gift-card-drafts.ts';
import type { GiftCards, LocalGiftCard } from './gift-cards.ts';

/**
 * Repairs each field, so that an invalid card becomes incomplete instead of crashing pages. Drops values that are not
 * gift cards.
 */
export function mendGiftCards(stored: unknown): GiftCards {
  if (!isRecord(stored)) return {};
  const cards = Object.entries(stored).filter(([key, card]) => isKey(key) && isRecord(card));
  return Object.fromEntries(cards.map(([key, card]) => [key, mendGiftCard(card as Stored)]));
}

type Stored = Record<string, unknown>;

/** The key is part of a URL. Digits alone would be the id of a bought card. */
const isKey = (key: string): boolean => /^[\w-]{1,64}$/.test(key) && !/^\d+$/.test(key);

const MAX_DOLLARS = 1_000_000;

function mendGiftCard(stored: Stored): LocalGiftCard {
  const card = { ...productOf(stored), ...wordsOf(stored), ...scheduleOf(stored), ...templateOf(stored) };
  // A card that cannot be bought loses its template, which marks it as incomplete.
  const buyable = card.id > 0 && card.sku !== '' && card.price > 0 && chosenOf(card).length > 0;
  return buyable ? card : { ...card, mms_template_id: '', click2_giftcard_mms_template_id: null };
}

const chosenOf = ({ product_option }: Pick<LocalGiftCard, 'product_option'>) =>
  product_option.extension_attributes.configurable_item_options;

function productOf(stored: Stored) {
  const { images, options, picture } = stored;
  return {
    id: whole(stored.id) ?? 0,
    sku: text(stored.sku),
    configurable_product_sku: text(stored.configurable_product_sku),
    price: amount(stored.price),
    // Falls back to another text, because a row in the cart needs a heading.
    name: text(stored.name) || text(stored.sku) || 'GiftCard',
    images: list(images).filter((image) => typeof image === 'string'),
    ...othersOf(stored.others),
    product_type: text(stored.product_type) || 'configurable',
    is_giftcard: true,
    short_desc: text(stored.short_desc),
    options: list(options).filter(isChosenOption),
    product_option: { extension_attributes: productOptionOf(stored.product_option) },
    ...(isPicture(picture) ? { picture } : {}),
  };
}

function othersOf(stored: unknown): Pick<LocalGiftCard, 'qty' | 'others'> {
  const others = list(stored)
    .filter(isPerson)
    .slice(0, MAX_RECIPIENTS - 1);
  return others.length === 0 ? { qty: 1 } : { qty: others.length + 1, others };
}

function productOptionOf(stored: unknown): LocalGiftCard['product_option']['extension_attributes'] {
  const { configurable_item_options, giftcard_item_option: ownOption } = record(record(stored).extension_attributes);
  const chosen = list(configurable_item_options).flatMap((option) => {
    const { option_id, option_value } = record(option);
    const value = whole(option_value);
    const isValid = typeof option_id === 'string' && value !== null;
    return isValid ? [{ option_id, option_value: value }] : [];
  });
  const dollars = amount(record(ownOption).custom_giftcard_amount);
  return {
    configurable_item_options: chosen,
    ...(dollars > 0 ? { giftcard_item_option: { custom_giftcard_amount: dollars } } : {}),
  };
}

function wordsOf(stored: Stored) {
  return {
    recipient_firstname: text(stored.recipient_firstname),
    recipient_lastname: text(stored.recipient_lastname),
    recipient_mobile: text(stored.recipient_mobile),
    recipient_message: text(stored.recipient_message),
    text_content: text(stored.text_content),
    pass_id: text(stored.pass_id),
    cart_id: whole(stored.cart_id),
    cart_item_id: whole(stored.cart_item_id),
  };
}

function scheduleOf(stored: Stored) {
  const [scheduledTime, zone] = [text(stored.scheduled_delivery), text(stored.timezone)];
  const isValid = isZone(zone) && parseWallTime(scheduledTime) !== null;
  return { scheduled_delivery: isValid ? scheduledTime : '', timezone: isZone(zone) ? zone : '' };
}

function templateOf(stored: Stored) {
  return {
    mms_template_id: text(stored.mms_template_id),
    click2_giftcard_mms_template_id: whole(stored.click2_giftcard_mms_template_id),
    mms_template_url: text(stored.mms_template_url),
  };
}

const record = (value: unknown): Stored => (isRecord(value) ? value : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const whole = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);

function amount(value: unknown): number {
  return typeof value === 'number' && value > 0 && value <= MAX_DOLLARS ? value : 0;
}

function isChosenOption(value: unknown): value is ChosenOption {
  const { attribute_code, value_index, super_attribute_label, option_title } = record(value);
  return (
    typeof attribute_code === 'string' &&
    Object.hasOwn(ATTRIBUTE_IDS, attribute_code) &&
    whole(value_index) !== null &&
    typeof super_attribute_label === 'string' &&
    typeof option_title === 'string'
  );
}

function isPicture(value: unknown): value is Picture {
  const { id, version, width, height, ground } = record(value);
  const named = [id, version, ground].every((part) => typeof part === 'string');
  return named && [width, height].every((side) => (whole(side) ?? 0) > 0);
}
