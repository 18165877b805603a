import { expect, it, vi } from 'vitest';
import { type Answers, completeGiftCard, fakeShop, home } from '#test/web/checkout.ts';
import { speakEnglish } from '#test/web/english.ts';
import { submitCheckout } from './submit.ts';

speakEnglish();

const MANY = 'POST mobiledigital/savegiftcardrecipients';
const PAY = 'POST carts/mine/payment-information';
const others = ['Leo', 'Ana'].map((recipient_firstname, index) => ({
  recipient_firstname,
  recipient_lastname: 'Hart',
  recipient_mobile: `040000000${index + 2}`,
}));

function buyForList(exceptions: Answers) {
  const { sent, names } = fakeShop(exceptions);
  const purchase = {
    cards: [['a', { ...completeGiftCard, qty: 3, others }] as const],
    lines: [],
    address: home,
    payment: { kind: 'saved' as const, id: 'pm_saved' },
    due: 154_00,
    byGiftCard: false,
    customerMobile: '+61412345678',
    sellerId: '3',
    campaignId: '',
    confirmWithBank: vi.fn(async () => null),
    confirmWithCode: vi.fn(async () => true),
    cancelTimer: vi.fn(),
    savePending: vi.fn(),
  };
  const findBody = (callName: string) => sent.find(({ name }) => name === callName)?.parts.body;
  return { names, findBody, run: () => submitCheckout(purchase) };
}

const refuseAt = (places: number[]) => ({
  [MANY]: {
    status: false,
    codes: Object.fromEntries(places.map((place) => [`recipients.${place}.recipient_mobile`, 'mobile_invalid'])),
  },
});

it("sends a gift card for several recipients in one call, starting with the card's own recipient", async () => {
  const { run, names, findBody } = buyForList({ [MANY]: { status: true, data: { price: 50 } } });
  expect((await run()).kind).toBe('placed');
  expect(names().filter((name) => /gift|items/.test(name))).toEqual([MANY]);
  const { sku, product_option, recipient_message, text_content, scheduled_delivery, ...card } = completeGiftCard;
  const { recipient_firstname, recipient_lastname, recipient_mobile } = card;
  expect(findBody(MANY)).toEqual({
    cartItem: { sku, product_option },
    recipients: [{ recipient_firstname, recipient_lastname, recipient_mobile }, ...others],
    recipient_message,
    text_content,
    purchaser_mobile: '+61412345678',
    scheduled_delivery,
    delivery_timezone: card.timezone,
    mms_template_id: card.mms_template_id,
  });
  expect(findBody(PAY)).toMatchObject({ paymentMethod: { additional_data: { expected_subtotal: 150 } } });
});

it('names at most five recipients with errors and pays nothing', async () => {
  const purchase = buyForList(refuseAt([2]));
  expect(await purchase.run()).toEqual({
    kind: 'card-rejected',
    key: 'a',
    errors: { 'recipients.2.recipient_mobile': 'Ana Hart: Please enter a valid mobile' },
  });
  expect(purchase.names()).not.toContain(PAY);
  const all = await buyForList(refuseAt([...Array(9).keys()])).run();
  expect(all.kind === 'card-rejected' && Object.keys(all.errors)).toHaveLength(5);
});

it('reports a price that differs from the price on screen, and pays nothing', async () => {
  const { run, names } = buyForList({ [MANY]: { status: true, data: { price: 55 } } });
  expect(await run()).toMatchObject({ kind: 'price-changed', changed: [{ key: 'a', price: 55 }] });
  expect(names()).not.toContain(PAY);
});
