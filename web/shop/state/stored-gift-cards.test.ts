import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isComplete } from '#contract/rules/gift-card/completeness.ts';
import { parseWallTime } from '#contract/rules/time/wall-time.ts';
import { isZone } from '#contract/rules/time/zones.ts';
import { localGiftCard, unfilled } from '#gallery/fixtures/gift-cards.ts';
import { repairGiftCards } from './stored-gift-cards.ts';

const card = localGiftCard();
const KEY = 'aaaaaaaa-0000-4000-8000-000000000001';
const repairCard = (stored: unknown) => repairGiftCards({ [KEY]: stored })[KEY];

const NEEDED = [
  'id',
  'sku',
  'price',
  'product_option',
  'recipient_firstname',
  'recipient_lastname',
  'recipient_mobile',
  'recipient_message',
  'scheduled_delivery',
  'timezone',
  'mms_template_id',
] as const;

describe('repair of stored gift cards', () => {
  it('leaves valid cards unchanged', () => {
    const ownAmount = localGiftCard({
      product_option: {
        extension_attributes: {
          configurable_item_options: [{ option_id: '216', option_value: 5_650 }],
          giftcard_item_option: { custom_giftcard_amount: 42 },
        },
      },
    });
    for (const stored of [card, localGiftCard(unfilled), ownAmount, { ...card, cart_id: 3, cart_item_id: 9 }]) {
      expect(repairCard(stored)).toEqual(stored);
    }
  });

  it('keeps only the complete recipients of an imported list and counts one card for each', () => {
    const ana = { recipient_firstname: 'Ana', recipient_lastname: 'Ng', recipient_mobile: '0412345678' };
    const { recipient_mobile: _mobile, ...part } = ana;
    expect(repairCard({ ...card, qty: 7, others: [ana, part, null, 'x'] })).toEqual({ ...card, qty: 2, others: [ana] });
    expect(repairCard({ ...card, others: Array(2_000).fill(ana) })?.qty).toBe(1_000);
    expect(repairCard({ ...card, others: 'x' })).toEqual(card);
  });

  it.each(NEEDED)('marks a card without a valid %s as incomplete and keeps its other fields', (field) => {
    const { [field]: _lacking, ...rest } = card;
    for (const stored of [rest, { ...rest, [field]: null }, { ...rest, [field]: [] }, { ...rest, [field]: {} }]) {
      const found = repairCard(stored);
      expect(found && isComplete(found)).toBe(false);
      expect(found?.name).toBe(card.name);
      if (field !== 'recipient_message') expect(found?.recipient_message).toBe(card.recipient_message);
    }
  });

  it.each([
    ['an invalid time', { scheduled_delivery: '2026-02-30 09:30:00' }, { scheduled_delivery: '' }],
    ['an unknown time zone', { timezone: 'Mars/Base' }, { scheduled_delivery: '', timezone: '' }],
    ['a negative price', { price: -5 }, { price: 0 }],
    ['options of the wrong type', { options: [{ attribute_code: 'smell' }, 3] }, { options: [] }],
    ['no name', { name: undefined }, { name: card.sku }],
  ])('given %s, repairs the field of the stored gift card', (_what, change, becomes) => {
    expect(repairCard({ ...card, ...change })).toMatchObject(becomes);
  });

  it('drops a stored image without a size', () => {
    expect(repairCard({ ...card, picture: { id: 'a', version: '1', ground: '#fff' } })?.picture).toBeUndefined();
  });

  it('drops invalid stored gift cards and keeps the others in order', () => {
    expect(Object.keys(repairGiftCards({ b: card, x: 3, y: null, 'no/key': card, '17': card, c: {} }))).toEqual([
      'b',
      'c',
    ]);
  });

  const anyValue = fc.oneof(fc.jsonValue(), fc.constantFrom(card.options, card.product_option, card.picture));
  const anyCard = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom(...Object.keys(card)), anyValue),
    fc.dictionary(fc.constantFrom(...Object.keys(card)), anyValue).map((change) => ({ ...card, ...change })),
  );

  it('always returns every field in the type that screens expect, and is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), anyCard)), (stored) => {
        const cards = repairGiftCards(JSON.parse(JSON.stringify(stored)));
        for (const found of Object.values(cards)) {
          for (const [field, value] of Object.entries(card)) {
            const before = found[field as keyof typeof found];
            const nothing = before === null && (value === null || typeof value === 'number');
            const absent = before === undefined && field === 'picture';
            const id = field === 'cart_id' || field === 'cart_item_id';
            expect(nothing || absent || (id && Number.isInteger(before)) || typeof before === typeof value).toBe(true);
          }
          expect(
            Number.isFinite(found.price) && found.name !== '' && (found.timezone === '' || isZone(found.timezone)),
          ).toBe(true);
          expect(found.scheduled_delivery === '' || parseWallTime(found.scheduled_delivery) !== null).toBe(true);
          for (const { option_title, super_attribute_label } of found.options)
            expect([typeof option_title, typeof super_attribute_label]).toEqual(['string', 'string']);
        }
        expect(repairGiftCards(cards)).toEqual(cards);
      }),
    );
  });
});
