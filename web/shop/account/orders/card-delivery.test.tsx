import { waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { giftCardItem, instant, order } from '#gallery/fixtures/gift-cards.ts';
import { errorAnswer, offline } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop, readFieldError } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';

const ORDER = 'GET mobiledigital/order';
const AGAIN = 'POST mobiledigital/resendgiftcard';
const CORRECT = 'POST mobiledigital/correctgiftcardmobile';
const openOrder = (data: ReturnType<typeof order>, answers: Story['answers'] = {}) =>
  openShop({
    url: '/account/order/1',
    session: signedInCustomer(),
    shows: data.increment_id,
    answers: { [ORDER]: { status: true, data }, ...answers },
  });

it('shows when a waiting card will be sent, with a link to edit the card and no send button', async () => {
  const waiting = giftCardItem(7, { state: 'waiting', can_edit: true });
  const queued = giftCardItem(8, { state: 'queued', send_at: '2099-11-19T22:30:00.000Z', can_edit: true });
  const { page } = await openOrder(order({ items: [waiting, queued] }));
  expect(page.getByText('Goes out once your order has been checked')).toBeTruthy();
  expect(page.getByText(/^Goes out Fri 20 Nov 2099, 9:30\sam/)).toBeTruthy();
  const items = within(page.getByRole('region', { name: 'Items' }));
  const links = items.getAllByRole('link', { name: 'Change the gift card for Mia Tran' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/giftcard/edit/7', '/giftcard/edit/8']);
  expect(items.queryByRole('button')).toBeNull();
});

it('offers no actions for an opened card', async () => {
  const opened = { state: 'delivered', sent_at: instant(-2), opened_at: '2026-11-02T01:30:00.000Z' } as const;
  const { page } = await openOrder(order({ items: [giftCardItem(7, opened)] }));
  expect(page.getByText(/^Opened \w+ .*\d:30/)).toBeTruthy();
  const items = within(page.getByRole('region', { name: 'Items' }));
  expect(items.queryAllByRole('button')).toEqual([]);
  expect(items.queryAllByRole('link')).toEqual([]);
});

describe('arrival text for the customer', () => {
  it('lets the customer request a text message for when a card in transit arrives', async () => {
    const requests: unknown[] = [];
    const state = { tell: false };
    const data = () =>
      order({ items: [giftCardItem(1, { state: 'sent', sent_at: instant(-1), tell_delivered: state.tell })] });
    const { page, user } = await openOrder(data(), {
      [ORDER]: () => ({ status: true, data: data() }),
      'POST mobiledigital/tellwhengiftcardarrives': ({ body }) => {
        requests.push(body);
        state.tell = true;
        return { status: true };
      },
    });
    const box = () => page.getByRole('checkbox', { name: 'Text me when it has arrived Mia Tran' }) as HTMLInputElement;
    expect(box().checked).toBe(false);
    await user.click(page.getByText('Text me when it has arrived'));
    await waitFor(() => expect(box().disabled).toBe(false));
    expect(box().checked).toBe(true);
    expect(requests).toEqual([{ gift_card_details_id: 1, tell: true }]);
  });

  it.each(['waiting', 'delivered', 'failed', 'void'] as const)(
    'offers no text message on arrival for a card that is %s',
    async (state) => {
      const { page } = await openOrder(order({ items: [giftCardItem(1, { state })] }));
      expect(page.queryByRole('checkbox')).toBeNull();
    },
  );
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

  it('shows the local time from which a card can be sent again', async () => {
    const sentCard = { state: 'sent', sent_at: instant(-1), send_again_from: '2026-11-02T01:35:00.000Z' } as const;
    const { page } = await openOrder(order({ items: [giftCardItem(7, sentCard)] }));
    const words = /^You can send it again from (Mon 2 Nov 2026, )?\d{1,2}:35\s[ap]m\.$/;
    expect(page.getByText(words)).toBeTruthy();
    expect(page.queryByRole('button', { name: /^Send again/ })).toBeNull();
  });

  it.each([
    ['immediately if it is day', '2026-11-02T08:59:00Z', 'It goes out at once.'],
    [
      'the next morning if it is night',
      '2026-11-02T09:00:00Z',
      'We don’t send at night, so it goes out Tue 3 Nov 2026, 6:00 am Sydney time.',
    ],
  ])("announces in the recipient's time zone, before sending, that the card goes out %s", async (_when, now, words) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
    onTestFinished(() => void vi.useRealTimers());
    const { dialog, user, page, writes } = await ask();
    expect(dialog.getByText(words)).toBeTruthy();
    await user.click(dialog.getByText('Not now'));
    expect(page.queryByRole('dialog')).toBeNull();
    expect(writes()).toEqual([]);
  });

  it('confirms that the card is sent again, reloads the order and returns the focus', async () => {
    const { user, page, bodies, sent, opener } = await ask({ [AGAIN]: { status: true } as never });
    expect(document.activeElement?.textContent).toBe('Send again');
    await user.keyboard('{Enter}');
    expect(await page.findByText('The gift card is sent again')).toBeTruthy();
    expect(bodies(AGAIN)).toEqual([{ gift_card_details_id: 7 }]);
    expect(sent.map(({ name }) => name)).toContain(ORDER);
    expect(page.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  it('sends the card again once on a double tap', async () => {
    const shop = await ask();
    const taps = () => shop.user.dblClick(shop.dialog.getByText('Send again'));
    await expectSentOnce(shop, AGAIN, { answer: { status: true }, taps, shows: 'The gift card is sent again' });
  });

  it("shows the server's rejection in the sheet", async () => {
    const answer = { status: false, input_validation: { gift_card_details_id: 'A moment, please' } };
    const { user, dialog, page } = await ask({ [AGAIN]: answer as never });
    await user.click(dialog.getByText('Send again'));
    expect((await dialog.findByRole('alert')).textContent).toContain('A moment, please');
    expect(page.getByRole('dialog')).toBeTruthy();
  });

  it('closes the sheet and reports a server error', async () => {
    const { user, dialog, page } = await ask({ [AGAIN]: errorAnswer(503, 'Not now') });
    await user.click(dialog.getByText('Send again'));
    expect(await page.findByText('Not now')).toBeTruthy();
    expect(page.queryByText('Send it again?')).toBeNull();
  });
});

describe('correcting the number of a recipient', () => {
  async function ask(answers: Story['answers'] = {}) {
    const shop = await openFailed(answers);
    await shop.user.click(shop.page.getByRole('button', { name: /^Correct the number/ }));
    const field = shop.page.getByLabelText<HTMLInputElement>('Recipient’s mobile');
    const submit = () => shop.user.click(shop.page.getByText('Correct and send'));
    return { ...shop, field, submit };
  }

  it('explains that the card gets a new link and code, keeps its value and expires no earlier', async () => {
    const { page } = await ask();
    const words = page.getByRole('dialog').textContent;
    expect(words).toContain('a new link and a new code');
    expect(words).toContain('The old ones stop working');
    expect(words).toContain('Its value stays the same, and it won’t expire any sooner.');
  });

  it('prefills the previous number and focuses the field', async () => {
    const { field } = await ask();
    expect(field.value).toBe('0491570156');
    expect(document.activeElement).toBe(field);
  });

  it.each([
    ['nothing', '', 'Please enter a mobile'],
    ['letters', '04915x', 'Please enter a valid mobile'],
    ['the same number', '0491570156', 'This is the number it went to'],
    ['the same number with its country code', '+61491570156', 'This is the number it went to'],
  ])('rejects %s as the new number with an error under the field, and sends nothing', async (_what, typed, message) => {
    const { user, field, submit, bodies } = await ask();
    await user.clear(field);
    if (typed) await user.type(field, typed);
    await submit();
    expect(readFieldError(field)).toBe(message);
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(bodies(CORRECT)).toEqual([]);
    await user.type(field, '1');
    expect(readFieldError(field)).toBe('');
  });

  it('sends a new number once on a double tap followed by Enter', async () => {
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

  it.each([
    ['taken', { status: true }, 'Number corrected, the gift card is sent again'],
    ['rejected', { status: false, input_validation: { recipient_mobile: 'No phone there' } }, 'No phone there'],
    ['lost', offline, 'No connection'],
  ])("reports the result when the server's response is %s", async (_how, answer, words) => {
    const { user, field, submit, page } = await ask({ [CORRECT]: answer as never });
    await user.clear(field);
    await user.type(field, '0499000111');
    await submit();
    expect(await page.findByText(words)).toBeTruthy();
  });
});
