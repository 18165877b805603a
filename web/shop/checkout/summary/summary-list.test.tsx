import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { line, shippingMethods } from '#gallery/fixtures/customer.ts';
import { fiveCards, KEY, localGiftCard, unfilled } from '#gallery/fixtures/gift-cards.ts';
import { jacket, novel } from '#gallery/fixtures/products.ts';
import { media } from '#test/web/browser-parts.ts';
import { openCheckout } from '#test/web/checkout-screen.ts';
import { useGiftCards } from '../../state/gift-cards.ts';

const CARD = 'Tide & Kiln Studio Shelf Card for Mia';
const INCOMPLETE = 'Missing required information. Please hit Change to complete, or Remove to remove from cart.';
const PARTS = [
  'recipient_firstname',
  'recipient_lastname',
  'recipient_mobile',
  'recipient_message',
  'scheduled_delivery',
  'mms_template_id',
];
const goods = () => [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] }), line(6, novel())];
const listCardKeys = (box: HTMLElement) =>
  [...box.querySelectorAll('[data-gift-card]')].map((row) => row.getAttribute('data-gift-card'));

describe('the summary', () => {
  it('shows a single card under the title "GiftCard", without a count [CK-03, CK-05, CK-07]', async () => {
    const { page } = await openCheckout();
    const list = within(page.getByRole('region', { name: 'GiftCard' }));
    expect(list.getByRole('heading', { level: 2 }).textContent).toBe('GiftCard');
    expect(list.getAllByRole('listitem').map((row) => row.querySelector('h3')?.textContent)).toEqual([
      'Tide & Kiln Studio Shelf Card',
    ]);
  });

  it('shows count and total of two cards, and the options of each with Change and Remove [CK-04, CK-06, CK-08, CK-11]', async () => {
    const [dear, cheap] = [localGiftCard({ dollars: 100 }), localGiftCard({ dollars: 25, recipient_firstname: 'Leo' })];
    const { page, amount } = await openCheckout({ giftCards: { [KEY]: dear, other: cheap } });
    const list = within(page.getByRole('region', { name: 'GiftCard x 2' }));
    expect(list.getByRole('heading', { level: 2 }).textContent).toBe('GiftCard x 2');
    expect(amount('total')).toBe('$125.00 AUD');
    const rows = list.getAllByRole('listitem');
    const options = rows.map((row) => within(row).getByText('Gift Card Price').nextElementSibling?.textContent);
    expect(options).toEqual(['$100', '$25']);
    const controls = rows.map((row) => [
      within(row)
        .getByRole('link', { name: /^Change/ })
        .getAttribute('href'),
      within(row).getByRole<HTMLButtonElement>('button', { name: /^Remove/ }).disabled,
    ]);
    expect(controls).toEqual([
      [`/giftcard/add/${KEY}`, false],
      ['/giftcard/add/other', false],
    ]);
  });

  it('shows each gift card in its wrapping', async () => {
    const { box } = await openCheckout();
    await waitFor(() => expect(box.querySelector('[data-gift-card] [data-wrapped-gift="birthday-cake"]')).toBeTruthy());
  });

  it('lists incomplete cards first and names what each card lacks [CK-09, CK-10]', async () => {
    const giftCards = fiveCards();
    const [first, second, third] = Object.keys(giftCards);
    const change = { [second ?? '']: { scheduled_delivery: '' }, [third ?? '']: { ...unfilled } };
    for (const [key, part] of Object.entries(change)) Object.assign(giftCards[key] ?? {}, part);
    const { box, text } = await openCheckout({ giftCards });
    expect(listCardKeys(box).slice(0, 3)).toEqual([second, third, first]);
    const rows = [...box.querySelectorAll('[data-gift-card]')].map(({ textContent }) => textContent);
    expect(rows.map((row) => row?.includes(INCOMPLETE))).toEqual([true, true, false, false, false]);
    expect(rows[0]).toContain('Please select scheduled delivery date');
    expect(rows[0]).not.toContain("Please enter recipient's name");
    expect(rows[1]).toContain("Please enter recipient's mobile");
    expect(text()).toContain('GiftCard x 5');
  });

  it('disables Confirm Purchase until every card is complete [CK-33, CK-34, VA-57, VA-58, ST-079]', async () => {
    const complete = { [KEY]: localGiftCard() };
    const { box, button, text, writes, user } = await openCheckout({ giftCards: complete });
    expect(button('Confirm Purchase')).toHaveProperty('disabled', false);
    for (const part of PARTS) {
      useGiftCards.setState({ giftCards: { ...complete, [part]: localGiftCard({ [part]: '' }) } });
      await waitFor(() => expect(listCardKeys(box)).toEqual([part, KEY]));
      expect(button('Confirm Purchase'), part).toHaveProperty('disabled', true);
      await user.click(button('Confirm Purchase'));
    }
    expect(text()).toContain('Complete every gift card first');
    expect(writes()).toEqual([]);
    useGiftCards.setState({ giftCards: complete });
    await waitFor(() => expect(button('Confirm Purchase')).toHaveProperty('disabled', false));
    expect(text()).not.toContain('Complete every gift card first');
  });

  it.each([
    ['below the total on a wide screen', true],
    ['at the bottom of a narrow screen', false],
  ])('shows Confirm Purchase only once, %s', async (_where, wide) => {
    media.wide = wide;
    const { page } = await openCheckout();
    const button = page.getByRole('button', { name: 'Confirm Purchase' });
    expect(page.getByRole('region', { name: 'GiftCard' }).contains(button)).toBe(wide);
  });

  it('shows the total of cards, products and shipping, and the GST included', async () => {
    const { amount, see } = await openCheckout({ lines: goods() });
    await see('$671.99');
    expect(['total', 'shipping', 'to pay', 'gst'].map(amount)).toEqual([
      '$662.99 AUD',
      '$9.00 AUD',
      '$671.99 AUD',
      '$56.55 AUD',
    ]);
  });

  it("shows no GST for GST-free products, and uses the server's GST for shipping", async () => {
    const lines = goods().map((line, index) => ({ ...line, taxable: index > 0 }));
    const methods = shippingMethods.map((method) => ({ ...method, price_excl_tax: 8.95 }));
    const { amount, see } = await openCheckout({ lines, answers: { 'GET mobiledigital/shippingmethods': methods } });
    await see('$671.99');
    expect(amount('gst')).toBe('$3.23 AUD');
  });

  it('charges no shipping when the order contains only gift cards', async () => {
    const { amount, box } = await openCheckout({ giftCards: fiveCards() });
    expect([amount('total'), amount('shipping'), amount('gst')]).toEqual(['$400.00 AUD', null, null]);
    expect(box.querySelector('[data-to-pay]')?.textContent).toBe('$400.00 AUD');
  });

  it('shows one total and a collapsed billing address when the order contains only gift cards', async () => {
    const { amount, text, page, user } = await openCheckout({ giftCards: fiveCards() });
    expect([amount('total'), amount('to pay')]).toEqual(['$400.00 AUD', null]);
    expect(text()).not.toContain('To pay');
    const fold = page.getByText('Billing address').closest('details');
    expect(fold?.querySelector('summary')?.textContent).toBe(
      'Billing addressWren Banks, 12 Fig Street, Pyrmont NSW 2009',
    );
    expect(page.getByRole('heading', { name: 'Shipping Information' }).className).toBe('sr-only');
    expect(fold?.open).toBe(false);
    await user.click(page.getByText('Billing address'));
    await waitFor(() => expect(fold?.open).toBe(true));
    expect(fold?.textContent).toContain('Your gift goes out by text. This address is for your receipt.');
  });

  it('shows shipping as "Free" when it costs nothing, and omits the amount to pay', async () => {
    const free = shippingMethods.map((method) => ({ ...method, amount: 0, price_excl_tax: 0, price_incl_tax: 0 }));
    const { amount, see, text } = await openCheckout({
      giftCards: {},
      lines: goods(),
      answers: { 'GET mobiledigital/shippingmethods': free },
    });
    await see('Free');
    expect([amount('total'), amount('shipping'), amount('to pay')]).toEqual(['$612.99 AUD', 'Free', null]);
    expect(text()).not.toContain('Billing address');
  });

  const charges = [
    { seller_name: 'Eider & Flax', amount: 9 },
    { seller_name: 'Lamplight Lane Books', amount: 0 },
  ];
  it.each([
    ['shows shipping per seller if several sellers ship parcels', 2, ['$9.00 AUD', 'Free']],
    ['does not split shipping if only one seller ships', 1, []],
  ])('%s', async (_title, sellers, parts) => {
    const extension_attributes = { until_free: [], by_seller: charges.slice(0, sellers) };
    const methods = shippingMethods.map((method) => ({ ...method, extension_attributes }));
    const { box, see } = await openCheckout({
      giftCards: {},
      lines: goods(),
      answers: { 'GET mobiledigital/shippingmethods': methods },
    });
    await see('Shipping$9.00 AUD');
    const amounts = [...box.querySelectorAll('[data-amount="shipping of one"]')];
    expect(amounts.map(({ textContent }) => textContent)).toEqual(parts);
    expect(amounts.map((part) => part.previousElementSibling?.textContent)).toEqual(
      charges.slice(0, parts.length).map(({ seller_name }) => seller_name),
    );
  });

  it.each([
    [11.66, 'Add $11.66 AUD from Lamplight Lane Books for free shipping.'],
    [11.67, null],
  ])(
    'names the $%d missing for free shipping only when less than a quarter of the required amount is missing',
    async (amount, words) => {
      const short = { until_free: [{ seller_name: 'Lamplight Lane Books', amount }] };
      const charged = shippingMethods.map((method) => ({ ...method, extension_attributes: short }));
      const { text, page } = await openCheckout({
        giftCards: {},
        lines: goods(),
        answers: { 'GET mobiledigital/shippingmethods': charged },
      });
      await waitFor(() => expect(page.getByText('GST included').parentElement?.textContent).toMatch(/\d/));
      if (words) expect(text()).toContain(words);
      else expect(text()).not.toContain('for free shipping');
    },
  );

  it('shows the whole short description of a product', async () => {
    const { text } = await openCheckout({ giftCards: {}, lines: goods() });
    expect(text()).toContain(novel().short_desc);
  });

  it('links Change on a gift card to its recipient page and Change on a line to its product [RT-13]', async () => {
    const { link } = await openCheckout({ lines: goods() });
    expect(link(`Change ${CARD}`).getAttribute('href')).toBe(`/giftcard/add/${KEY}`);
    expect(link('Change Salt on the Line').getAttribute('href')).toBe('/updateproduct/6');
  });
});
