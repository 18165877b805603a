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
export function repairGiftCards(stored: unknown): GiftCards {
  if (!isRecord(stored)) return {};
  const cards = Object.entries(stored).filter(([key, card]) => isKey(key) && isRecord(card));
  return Object.fromEntries(cards.map(([key, card]) => [key, repairGiftCard(card as Stored)]));
}

type Stored = Record<string, unknown>;

/** The key is part of a URL. Digits alone would be the id of a bought card. */
const isKey = (key: string): boolean => /^[\w-]{1,64}$/.test(key) && !/^\d+$/.test(key);

const MAX_DOLLARS = 1_000_000;

function repairGiftCard(stored: Stored): LocalGiftCard {
  const card = {
    ...readProductFields(stored),
    ...readRecipientFields(stored),
    ...readSchedule(stored),
    ...readTemplate(stored),
  };
  // A card that cannot be bought loses its template, which marks it as incomplete.
  const buyable = card.id > 0 && card.sku !== '' && card.price > 0 && getChosenOptions(card).length > 0;
  return buyable ? card : { ...card, mms_template_id: '', click2_giftcard_mms_template_id: null };
}

const getChosenOptions = ({ product_option }: Pick<LocalGiftCard, 'product_option'>) =>
  product_option.extension_attributes.configurable_item_options;

function readProductFields(stored: Stored) {
  const { images, options, picture } = stored;
  return {
    id: toIntegerOrNull(stored.id) ?? 0,
    sku: toText(stored.sku),
    configurable_product_sku: toText(stored.configurable_product_sku),
    price: toAmount(stored.price),
    // Falls back to another text, because a row in the cart needs a heading.
    name: toText(stored.name) || toText(stored.sku) || 'GiftCard',
    images: toList(images).filter((image) => typeof image === 'string'),
    ...readOthers(stored.others),
    product_type: toText(stored.product_type) || 'configurable',
    is_giftcard: true,
    short_desc: toText(stored.short_desc),
    options: toList(options).filter(isChosenOption),
    product_option: { extension_attributes: readProductOption(stored.product_option) },
    ...(isPicture(picture) ? { picture } : {}),
  };
}

function readOthers(stored: unknown): Pick<LocalGiftCard, 'qty' | 'others'> {
  const others = toList(stored)
    .filter(isPerson)
    .slice(0, MAX_RECIPIENTS - 1);
  return others.length === 0 ? { qty: 1 } : { qty: others.length + 1, others };
}

function readProductOption(stored: unknown): LocalGiftCard['product_option']['extension_attributes'] {
  const { configurable_item_options, giftcard_item_option: ownOption } = toRecord(
    toRecord(stored).extension_attributes,
  );
  const chosen = toList(configurable_item_options).flatMap((option) => {
    const { option_id, option_value } = toRecord(option);
    const value = toIntegerOrNull(option_value);
    const isValid = typeof option_id === 'string' && value !== null;
    return isValid ? [{ option_id, option_value: value }] : [];
  });
  const dollars = toAmount(toRecord(ownOption).custom_giftcard_amount);
  return {
    configurable_item_options: chosen,
    ...(dollars > 0 ? { giftcard_item_option: { custom_giftcard_amount: dollars } } : {}),
  };
}

function readRecipientFields(stored: Stored) {
  return {
    recipient_firstname: toText(stored.recipient_firstname),
    recipient_lastname: toText(stored.recipient_lastname),
    recipient_mobile: toText(stored.recipient_mobile),
    recipient_message: toText(stored.recipient_message),
    text_content: toText(stored.text_content),
    pass_id: toText(stored.pass_id),
    cart_id: toIntegerOrNull(stored.cart_id),
    cart_item_id: toIntegerOrNull(stored.cart_item_id),
  };
}

function readSchedule(stored: Stored) {
  const [scheduledTime, zone] = [toText(stored.scheduled_delivery), toText(stored.timezone)];
  const isValid = isZone(zone) && parseWallTime(scheduledTime) !== null;
  return { scheduled_delivery: isValid ? scheduledTime : '', timezone: isZone(zone) ? zone : '' };
}

function readTemplate(stored: Stored) {
  return {
    mms_template_id: toText(stored.mms_template_id),
    click2_giftcard_mms_template_id: toIntegerOrNull(stored.click2_giftcard_mms_template_id),
    mms_template_url: toText(stored.mms_template_url),
  };
}

const toRecord = (value: unknown): Stored => (isRecord(value) ? value : {});
const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
const toIntegerOrNull = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);

function toAmount(value: unknown): number {
  return typeof value === 'number' && value > 0 && value <= MAX_DOLLARS ? value : 0;
}

function isChosenOption(value: unknown): value is ChosenOption {
  const { attribute_code, value_index, super_attribute_label, option_title } = toRecord(value);
  return (
    typeof attribute_code === 'string' &&
    Object.hasOwn(ATTRIBUTE_IDS, attribute_code) &&
    toIntegerOrNull(value_index) !== null &&
    typeof super_attribute_label === 'string' &&
    typeof option_title === 'string'
  );
}

function isPicture(value: unknown): value is Picture {
  const { id, version, width, height, ground } = toRecord(value);
  const named = [id, version, ground].every((part) => typeof part === 'string');
  return named && [width, height].every((side) => (toIntegerOrNull(side) ?? 0) > 0);
}
