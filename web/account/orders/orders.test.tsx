import { waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { everyState, giftCardItem, instant, manyOrders, order, productItem } from '#gallery/fixtures/gift-cards.ts';
import { errorAnswer, offline } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { errorAt, leadsTo, openShop } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';

const LIST = 'GET mobiledigital/orders';
const ORDER = 'GET mobiledigital/order';
const AGAIN = 'POST mobiledigital/resendgiftcard';
const CORRECT = 'POST mobiledigital/correctgiftcardmobile';

const open = (at: string, shows: string, answers: Story['answers']) =>
  openShop({ at, session: signedInCustomer(), shows, answers: answers ?? {} });
const openOrder = (data: ReturnType<typeof order>, answers: Story['answers'] = {}) =>
  open('/account/order/1', data.increment_id, { [ORDER]: { status: true, data }, ...answers });

describe('the list', () => {
  test('an order tells its number, who bought it, where it goes and what it came to', async () => {
    const items = [giftCardItem(1), productItem(2, 0, 2)];
    const { page } = await open('/account/orders', '900000001', {
      [LIST]: { status: true, orders: [order({ items })] },
    });
    const card = page.getByRole('article', { name: 'Order 900000001' });
    const { grand_total } = order({ items });
    for (const text of ['Wren Banks', '12 Fig Street, Pyrmont NSW 2009', `$${grand_total.toFixed(2)}`, 'and 1 more'])
      expect(card.textContent).toContain(text);
    expect(within(card).getByLabelText('View Order 900000001').getAttribute('href')).toBe('/account/order/1');
  });

  test('an order of products says how far they are', async () => {
    const data = order({ items: [productItem(2, 0, 2)] });
    const { page } = await open('/account/orders', '900000001', { [LIST]: { status: true, orders: [data] } });
    expect(page.getByText('Products: Not sent yet')).toBeTruthy();
    expect(page.getByText('Paid')).toBeTruthy();
  });

  test.each([
    [1, 'For Mia Tran'],
    [3, 'For Mia Tran, Omar Haddad, Priya Nair'],
    [5, 'For Mia Tran, Omar Haddad, Priya Nair and 2 more'],
  ])('an order for %i recipients names three of them at most', async (count, words) => {
    const data = order({ items: everyState.slice(0, count) });
    const { page } = await open('/account/orders', '900000001', { [LIST]: { status: true, orders: [data] } });
    expect(page.getByText(words)).toBeTruthy();
  });

  test('earlier orders come at a tap, those before the last one shown, and once', async () => {
    const [first, second] = [manyOrders.slice(0, 2), manyOrders.slice(2, 3)];
    const befores: (string | null)[] = [];
    const { page, user } = await open('/account/orders', first[1]?.increment_id ?? '', {
      [LIST]: ({ query }) => {
        befores.push(query.get('before'));
        return query.has('before')
          ? { status: true, orders: second, more: false }
          : { status: true, orders: first, more: true };
      },
    });
    await user.dblClick(page.getByText('Show earlier orders'));
    expect(await page.findByText(second[0]?.increment_id ?? '')).toBeTruthy();
    expect(befores).toEqual([null, first[1]?.increment_id]);
    expect(page.queryByText('Show earlier orders')).toBeNull();
  });
});

describe('one order', () => {
  test('each line tells name, price, quantity and total; the amounts their shipping and GST', async () => {
    const data = order({ items: [productItem(2, 0, 3)] });
    const { page } = await openOrder(data);
    const [item] = data.items;
    const line = page.getByText(item?.name ?? '').closest('li');
    for (const part of [`$${item?.price.toFixed(2)}`, 'Qty3', `$${item?.total.toFixed(2)}`])
      expect(line?.textContent).toContain(part);
    const amounts = page.getByRole('region', { name: 'Amounts' }).textContent;
    for (const part of ['Shipping$9.00', `Total$${data.grand_total.toFixed(2)}`, `$${data.tax_amount.toFixed(2)}`])
      expect(amounts).toContain(part);
  });

  test('refunds stand there with amount, day, reason and how far they are, and a card says why it is void', async () => {
    const created_at = '2026-12-24T01:30:00.000Z';
    const refund = { amount: 12.5, created_at, reason: 'damaged' } as const;
    const refunds = [
      { ...refund, currency: 'AUD', state: 'succeeded', tender: 'payment_card' } as const,
      { ...refund, currency: 'AUD', amount: 3, reason: 'other', state: 'failed', tender: 'payment_card' } as const,
    ];
    const card = giftCardItem(1, { state: 'void', void_reason: 'refunded' });
    const data = order({ refunds, items: [{ ...productItem(2, 0, 3), refunds: [refund] }, card] });
    const { page } = await openOrder(data);
    expect(page.getByText('Paid, partly refunded')).toBeTruthy();
    const rows = [...page.getByRole('region', { name: 'Amounts' }).querySelectorAll('li')];
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '24 Dec 2026$12.50 AUDIt was damaged. Given back to your payment card',
      '24 Dec 2026$3.00 AUDYour bank sent it back. Please contact us.',
    ]);
    expect(page.getByText(/^\$12\.50 AUD refunded 24 Dec 2026/).textContent).toContain('It was damaged');
    expect(page.getByText('Cancelled: its price was refunded')).toBeTruthy();
  });

  test('each gift card shows its steps with their times', async () => {
    const sent = { state: 'sent', sent_at: instant(-1) } as const;
    const { page } = await openOrder(order({ items: [giftCardItem(1, sent)] }));
    const steps = [...(page.getByText('Sent').closest('ol')?.querySelectorAll('li') ?? [])];
    expect(steps.map(({ textContent }) => textContent?.replace(/^(\w+?)(\w{3} \d.*)$/, '$1, at a time'))).toEqual([
      'Paid, at a time',
      'Sent, at a time',
      'Delivered: not yet',
      'Opened: not yet',
    ]);
  });

  test('parcels say what is in them, how far they are and where to follow them; the list sums them up', async () => {
    const product = productItem(2, 0, 3);
    const tracking_url = 'https://auspost.com.au/mypost/track/details/ABC123';
    const parcel = {
      state: 'sent' as const,
      ...{ seller_name: 'Tide & Kiln', carrier: 'Australia Post', tracking: 'ABC123', tracking_url },
      ...{ packed_at: null, sent_at: '2026-12-24T01:30:00.000Z', received_at: null },
      items: [{ item_id: 2, qty: 2 }],
    };
    const data = order({ items: [product], shipments: [parcel] });
    const { page } = await openOrder(data, { [LIST]: { status: true, orders: [data] } });
    const parcels = within(page.getByRole('region', { name: 'Parcels' }));
    expect(parcels.getByText('Sent 24 Dec 2026')).toBeTruthy();
    expect(parcels.getByText(`2 × ${product.name}`)).toBeTruthy();
    expect(parcels.getByText('Australia Post · ABC123')).toBeTruthy();
    expect(parcels.getByText('Follow this parcel').getAttribute('href')).toBe(tracking_url);
    expect(page.getByText('Partly sent')).toBeTruthy();
  });

  test.each(['/account/order/1', '/account/orders'])('on %s a gift is seen as it was wrapped', async (at) => {
    const picture = '/picture-messages/abcdefghijklmnopqrstuvwx.jpg';
    const data = order({ items: [giftCardItem(1, { picture }), giftCardItem(2)] });
    const answers = { [ORDER]: { status: true, data }, [LIST]: { status: true, orders: [data] } } as never;
    const { page } = await open(at, '900000001', answers);
    const box = page.getByText('900000001').closest('main');
    const shown = () => [...(box?.querySelectorAll('img') ?? [])].map((img) => img.getAttribute('src'));
    await waitFor(() => expect(shown()).toHaveLength(3));
    expect(shown()).toEqual([
      picture,
      expect.stringContaining('/media/template-birthday-cake'),
      expect.stringContaining(encodeURIComponent('Happy birthday, Mia!')),
    ]);
  });

  test('cards that need help stand first, open; the others are folded', async () => {
    const { page } = await openOrder(order({ items: everyState }));
    const names = [...page.getByRole('region', { name: 'Items' }).querySelectorAll('details')].map((row) => [
      row.open,
      /(Mia Tran|Omar Haddad|Priya Nair|Jack Oliver|Sione Latu|Ana Silva|Kim Tran)/.exec(row.textContent ?? '')?.[1],
    ]);
    expect(names).toEqual([
      [true, 'Sione Latu'],
      [true, 'Ana Silva'],
      [false, 'Mia Tran'],
      [false, 'Omar Haddad'],
      [false, 'Priya Nair'],
      [false, 'Jack Oliver'],
      [false, 'Kim Tran'],
    ]);
  });

  test.each([
    ['the server knows none of that number', { status: false }],
    ['the number cannot be one', errorAnswer(400, 'Bad')],
    ['it is gone', errorAnswer(404, 'Gone')],
  ])('%s: it is said over the list', async (_when, reply) => {
    const shows = 'This order could not be found.';
    const answers = { [ORDER]: reply as never };
    expect(await leadsTo({ at: '/account/order/nonsense', session: signedInCustomer(), shows, answers })).toBe(
      '/account/orders',
    );
  });

  test('an error of the server leaves the page there, and Try again fetches it', async () => {
    const answer = vi
      .fn()
      .mockReturnValueOnce(errorAnswer(500, 'Down'))
      .mockReturnValue({ status: true, data: order() });
    const { page, user } = await open('/account/order/1', 'This did not load', { [ORDER]: answer });
    await user.keyboard('{Escape}');
    await user.click(page.getByText('Try again'));
    expect(await page.findByText('900000001')).toBeTruthy();
  });
});

const failed = { state: 'failed', sent_at: instant(-1), can_correct: true, can_send_again: true } as const;
const openFailed = (answers: Story['answers'] = {}) => openOrder(order({ items: [giftCardItem(7, failed)] }), answers);

describe('sending a card again', () => {
  async function ask(answers: Story['answers'] = {}) {
    const shop = await openFailed(answers);
    const opener = shop.page.getByRole('button', { name: /^Send again/ });
    await shop.user.click(opener);
    return { ...shop, opener, dialog: within(shop.page.getByRole('dialog')) };
  }

  test('begins on the button; sent, it is said, the order is looked up anew and the focus is back', async () => {
    const { user, page, bodies, sent, opener } = await ask({ [AGAIN]: { status: true } as never });
    expect(document.activeElement?.textContent).toBe('Send again');
    await user.keyboard('{Enter}');
    expect(await page.findByText('The gift card is sent again')).toBeTruthy();
    expect(bodies(AGAIN)).toEqual([{ gift_card_details_id: 7 }]);
    expect(sent.map(({ name }) => name)).toContain(ORDER);
    expect(page.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  test('two taps send once', async () => {
    const shop = await ask();
    const taps = () => shop.user.dblClick(shop.dialog.getByText('Send again'));
    await expectSentOnce(shop, AGAIN, { answer: { status: true }, taps, shows: 'The gift card is sent again' });
  });

  test('what the server has against it stands in the sheet', async () => {
    const answer = { status: false, input_validation: { gift_card_details_id: 'A moment, please' } };
    const { user, dialog, page } = await ask({ [AGAIN]: answer as never });
    await user.click(dialog.getByText('Send again'));
    expect((await dialog.findByRole('alert')).textContent).toContain('A moment, please');
    expect(page.getByRole('dialog')).toBeTruthy();
  });

  test('an error closes the sheet and is said', async () => {
    const { user, dialog, page } = await ask({ [AGAIN]: errorAnswer(503, 'Not now') });
    await user.click(dialog.getByText('Send again'));
    expect(await page.findByText('Not now')).toBeTruthy();
    expect(page.queryByText('Send it again?')).toBeNull();
  });
});

describe('correcting a number', () => {
  async function ask(answers: Story['answers'] = {}) {
    const shop = await openFailed(answers);
    await shop.user.click(shop.page.getByRole('button', { name: /^Correct the number/ }));
    const field = shop.page.getByLabelText<HTMLInputElement>('Recipient’s mobile');
    const submit = () => shop.user.click(shop.page.getByText('Correct and send'));
    return { ...shop, field, submit };
  }

  test('what becomes of the card is said as it is: link and code are new, value and last day are safe', async () => {
    const { page } = await ask();
    const words = page.getByRole('dialog').textContent;
    expect(words).toContain('a new link and a new code');
    expect(words).toContain('The old ones stop working');
    expect(words).toContain('Its value stays as it is, and its last day gets no earlier.');
  });

  test('the number it went to is there to be mended, with the focus in it', async () => {
    const { field } = await ask();
    expect(field.value).toBe('0491570156');
    expect(document.activeElement).toBe(field);
  });

  test.each([
    ['nothing', '', 'Please enter a mobile'],
    ['letters', '04915x', 'Please enter a valid mobile'],
    ['the same', '0491570156', 'This is the number it went to'],
    ['the same with its country', '+61491570156', 'This is the number it went to'],
  ])('%s is rejected under the field, and nothing is sent', async (_what, typed, message) => {
    const { user, field, submit, bodies } = await ask();
    await user.clear(field);
    if (typed) await user.type(field, typed);
    await submit();
    expect(errorAt(field)).toBe(message);
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(bodies(CORRECT)).toEqual([]);
    await user.type(field, '1');
    expect(errorAt(field)).toBe('');
  });

  test('another number is sent once, also by two taps and Enter', async () => {
    const shop = await ask();
    const { user, field, page } = shop;
    await user.clear(field);
    await user.type(field, '0499 000 111');
    await expectSentOnce(shop, CORRECT, {
      answer: { status: true },
      taps: async () => {
        await user.dblClick(page.getByText('Correct and send'));
        await user.type(field, '{Enter}');
      },
      shows: 'Number corrected, the gift card is sent again',
    });
    expect(shop.bodies(CORRECT)).toEqual([{ gift_card_details_id: 7, recipient_mobile: '0499000111' }]);
  });

  test.each([
    ['taken', { status: true }, 'Number corrected, the gift card is sent again'],
    ['rejected', { status: false, input_validation: { recipient_mobile: 'No phone there' } }, 'No phone there'],
    ['not heard', offline, 'No connection'],
  ])('an answer %s is said', async (_how, answer, words) => {
    const { user, field, submit, page } = await ask({ [CORRECT]: answer as never });
    await user.clear(field);
    await user.type(field, '0499000111');
    await submit();
    expect(await page.findByText(words)).toBeTruthy();
  });
});
