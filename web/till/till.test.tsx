import { fireEvent, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checked, emptyDay, storeEnrolledTill, TILL_CODE } from '#gallery/fixtures/till.ts';
import { openPage } from '#test/web/customer-page.ts';
import { type CallAnswers, holdAnswer, refuse, throwOffline } from '#test/web/watch-calls.ts';

const CHECK = 'POST seller/giftcards/check';
const REDEEM = 'POST seller/giftcards/redeem';
const REVERSE = 'POST seller/giftcards/redemptions/{id}/reverse';
const DAY = 'GET seller/giftcards/redemptions';
const LOOK = 'GET directory/countries/{countryId}';
const redeemed = { redemption: 'gr_2', amount: 12.5, balance: 37.5 };

async function openTill(answers: CallAnswers = {}, before: () => void = () => undefined) {
  const till = await openPage({
    url: '/till',
    shows: '',
    session: {},
    before: () => {
      storeEnrolledTill();
      before();
    },
    answers: { [CHECK]: checked(), [REDEEM]: redeemed, [DAY]: emptyDay, [LOOK]: throwOffline, ...answers },
  });
  const type = async (code = TILL_CODE, pin = '') => {
    await till.user.clear(till.field('Card code'));
    await till.user.click(till.field('Card code'));
    await till.user.paste(code);
    if (pin !== '') await till.user.type(till.field('PIN, if any'), pin);
    await till.tap('Check balance');
  };
  const amount = async (digits = '1250') => {
    await type();
    await till.see('On the card ending in 2P4D');
    for (const digit of digits) await till.tap(digit);
  };
  const scan = (text: string, on: Element = document.body) => {
    for (const key of [...text, 'Enter']) fireEvent.keyDown(on, { key });
  };
  const takeByKeyboard = async () => {
    await amount();
    till.button('Take $12.50').focus();
    await till.user.keyboard('{Enter}{Enter}');
  };
  return { ...till, type, amount, scan, takeByKeyboard };
}

function recordKeys(name: string): string[] {
  const path = `/${name.split(' ')[1]}`;
  const keys: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const key = new Headers(init?.headers).get('idempotency-key');
    if (String(input).endsWith(path) && key !== null) keys.push(key);
    return fetch(input, init);
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  return keys;
}

it('reports that the device was revoked, and deletes its key', async () => {
  const till = await openTill({ [CHECK]: refuse(401, { code: 'not_authorised' }) });
  await till.type();
  await till.see('This till has been switched off');
  expect(localStorage.getItem('till')).toBeNull();
});

describe('a card', () => {
  it("shows a card's balance, expiry and last four characters before any amount", async () => {
    const till = await openTill({ [CHECK]: checked({ expires_on: '2029-05-12T01:00:00.000Z' }) });
    await till.type(TILL_CODE.toLowerCase(), '4821');
    await till.see('On the card ending in 2P4D$50.00Use by 12 May 2029');
    expect(till.bodies(CHECK)).toEqual([{ code: TILL_CODE, pin: '4821' }]);
    expect(till.text()).toContain('$0.00');
  });

  it('sends no code with a wrong check character', async () => {
    const till = await openTill();
    await till.type(`${TILL_CODE.slice(0, 15)}${TILL_CODE.endsWith('0') ? '1' : '0'}`);
    await till.see('We can’t find that card.');
    expect(till.sent).toEqual([]);
  });

  it('reads a card from a keyboard scanner wherever the focus is, and rejects other barcodes', async () => {
    const till = await openTill();
    till.scan('9312345678907', till.field('PIN, if any'));
    await till.see('We can’t find that card.');
    till.scan(TILL_CODE);
    await till.see('On the card ending in 2P4D');
    expect(till.bodies(CHECK)).toEqual([{ code: TILL_CODE }]);
  });

  it('does not treat a slowly typed code as scanned', async () => {
    const till = await openTill();
    let time = 0;
    for (const key of [...TILL_CODE, 'Enter']) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true });
      time += 200;
      Object.defineProperty(event, 'timeStamp', { value: time });
      document.body.dispatchEvent(event);
    }
    expect(till.sent).toEqual([]);
  });

  it.each([
    ['frozen', { status: 'frozen' }, 'This card is frozen', true],
    [
      ...(['expired', { status: 'expired', expires_on: '2025-06-30T01:00:00.000Z' }] as const),
      ...(['This card expired on 30 June 2025.', false] as const),
    ],
    ['void', { status: 'void' }, 'This card was cancelled.', false],
    ['void without an expiry date', { status: 'void', expires_on: null }, 'This card was cancelled.', false],
    ['spent', { balance: 0 }, 'Nothing is left on this card.', false],
  ] as const)('shows that the card is %s and accepts no amount', async (_what, change, words, saysUntilWhen) => {
    const till = await openTill({ [CHECK]: checked(change) });
    await till.type();
    await till.see(words);
    expect(till.page.queryByText(/^Use by|^It does not expire/) !== null).toBe(saysUntilWhen);
    expect(till.page.queryByRole('button', { name: '1' })).toBeNull();
  });

  it.each([
    ['gift_card_invalid', refuse(404, { code: 'gift_card_invalid' }), 'If there’s a PIN below the code'],
    ['too_many_requests', refuse(429, { code: 'too_many_requests', retryAfter: 900 }), 'You can try again at'],
    ['no network', throwOffline, 'No network: nothing can be taken. Write the code down.'],
  ])('shows a message for the error %s and keeps the typed card code', async (_code, answer, words) => {
    const till = await openTill({ [CHECK]: answer });
    await till.type();
    await till.see(words);
    expect(till.field('Card code').value).toBe(TILL_CODE);
  });

  it("shows only the till's offline message, and no error for the card, when offline", async () => {
    const till = await openTill();
    dispatchEvent(new Event('offline'));
    await till.see('No network: nothing can be taken. Write the code down.');
    expect(till.text()).not.toContain('We’ll reconnect automatically.');
  });
});

describe('an amount', () => {
  it("enters an amount from the right, up to the card's balance, and offers the whole balance", async () => {
    const till = await openTill();
    await till.amount('6000');
    await till.see('There is only $50.00 on this card.');
    expect(till.button('Take $60.00').getAttribute('aria-disabled')).toBe('true');
    await till.tap('Delete the last digit');
    expect(till.button('Take $6.00')).toBeTruthy();
    await till.tap('All $50.00');
    expect(till.button('Take $50.00')).toBeTruthy();
    await till.user.keyboard('{Backspace}7');
    expect(till.button('Take $50.07').getAttribute('aria-disabled')).toBe('true');
  });

  it('charges the amount on a long press but not on a short one', async () => {
    const till = await openTill();
    await till.amount();
    const button = till.button('Take $12.50');
    await till.user.click(button);
    await till.see('Take it without holding');
    expect(till.count(REDEEM)).toBe(0);
    await till.user.pointer({ keys: '[MouseLeft>]', target: button });
    await till.see('Keep holding');
    await till.see('$12.50 redeemed');
    expect(till.bodies(REDEEM)).toEqual([{ code: TILL_CODE, amount: 12.5 }]);
  });

  it('charges the amount once when Enter is pressed twice', async () => {
    const till = await openTill();
    await till.takeByKeyboard();
    await till.see('$12.50 redeemedBalance $37.50');
    expect(till.page.getByText('$12.50 redeemed, $37.50 left')).toBeTruthy();
    expect(till.count(REDEEM)).toBe(1);
    await till.tap('Next');
    expect(till.button('Check balance')).toBeTruthy();
  });

  it("shows the card's current balance when the amount exceeds it", async () => {
    const error = refuse(422, { code: 'amount_over_balance', parameters: { available: 7.25 } });
    const till = await openTill({ [REDEEM]: error });
    await till.takeByKeyboard();
    await till.see('All $7.25');
    expect(till.text()).toContain('On the card ending in 2P4D$7.25');
  });
});

describe('when a response is lost', () => {
  it('shows the sale as unknown and resends it with the same idempotency key until the server responds', async () => {
    let answers = 0;
    const lose = () => {
      answers += 1;
      return answers < 3 ? throwOffline() : redeemed;
    };
    const till = await openTill({ [REDEEM]: lose });
    const keys = recordKeys(REDEEM);
    await till.takeByKeyboard();
    await waitFor(() => expect(till.text()).toContain('Not yet known'), { timeout: 5_000 });
    expect(till.text()).toContain('It may or may not have been taken.');
    await waitFor(() => expect(till.text()).toContain('$12.50 redeemed'), { timeout: 10_000 });
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect(new Set(till.bodies(REDEEM).map((body) => JSON.stringify(body))).size).toBe(1);
    expect(localStorage.getItem('till-sale')).toBeNull();
  });

  it('resends the sale with the same idempotency key after a reload', async () => {
    const sale = { key: 'sale-1', at: Date.now(), last4: '2P4D', body: { code: TILL_CODE, amount: 12.5 } };
    const answer = holdAnswer(redeemed);
    const till = await openTill({ [REDEEM]: answer.answer }, () =>
      localStorage.setItem('till-sale', JSON.stringify(sale)),
    );
    await till.see('Not yet known');
    const keys = recordKeys(REDEEM);
    answer.release();
    await till.see('$12.50 redeemed');
    expect(new Set([...keys, 'sale-1'])).toEqual(new Set(['sale-1']));
  });

  it('does not resend a sale from the day before, because the server may have deleted its idempotency key', async () => {
    const startedAt = Date.now() - 25 * 60 * 60_000;
    const sale = { key: 'sale-1', at: startedAt, last4: '2P4D', body: { code: TILL_CODE, amount: 12.5 } };
    const till = await openTill({}, () => localStorage.setItem('till-sale', JSON.stringify(sale)));
    await till.see('This was too long ago to ask again.');
    await till.tap('Next');
    expect([till.count(REDEEM), till.loaded.includes(REDEEM)]).toEqual([0, false]);
    expect(localStorage.getItem('till-sale')).toBeNull();
  });
});

describe('undo', () => {
  it('refunds the whole sale with a reason and shows the balance', async () => {
    const till = await openTill({ [REVERSE]: { ...redeemed, balance: 50, reversed: 12.5 } });
    await till.takeByKeyboard();
    await till.tap('Undo');
    await till.tap('It was the wrong card');
    await till.see('$12.50 refundedBalance $50.00');
    expect(till.bodies(REVERSE)).toEqual([{ reason: 'wrong card' }]);
    expect(till.page.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('explains that it is too late to undo the sale', async () => {
    const late = refuse(409, { code: 'undo_over', message: 'This was earlier.' });
    const till = await openTill({ [REVERSE]: late });
    await till.takeByKeyboard();
    await till.tap('Undo');
    await till.tap('Something else');
    await till.see('This was earlier.');
    expect(till.text()).not.toContain('Choose a reason.');
    expect(till.page.queryByRole('button', { name: 'The goods came back' })).toBeNull();
    await till.tap('OK');
    expect(till.page.queryByRole('dialog')).toBeNull();
  });

  it('keeps the reasons for undoing a sale on screen when no response arrives', async () => {
    const till = await openTill({ [REVERSE]: throwOffline });
    await till.takeByKeyboard();
    await till.tap('Undo');
    await till.tap('Something else');
    await till.see('Tap the same reason again.');
    expect(till.button('The goods came back')).toBeTruthy();
  });
});

it('lists sales since midnight on the device’s clock, or shows that there are none', async () => {
  const till = await openTill();
  const [today] = till.page.getAllByRole('button', { name: 'Today' });
  if (today) await till.user.click(today);
  await till.see('No sales yet today');
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  expect(till.queries(DAY)[0]).toMatchObject({ since: midnight.toISOString() });
});
