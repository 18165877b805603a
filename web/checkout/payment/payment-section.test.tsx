import { waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { savedCards } from '#gallery/fixtures/customer.ts';
import { NEW_METHOD, notPlaced, openCheckout, PAY } from '#test/web/checkout-screen.ts';
import { held, offline, refuse } from '#test/web/watch-calls.ts';
import { keepChoice } from '../shipping/checkout-choices.ts';

const SAVED = 'GET mobiledigital/savedcards';
const CHALLENGE = 'POST /sandbox/challenge';
const saved = (count: number) => ({ [SAVED]: { status: true, data: savedCards.slice(0, count) } });
const bankAsks = refuse(400, { code: 'authentication_required', message: 'x', parameters: ['secret_1'] });

async function openPayment(cards: number, { answers = {}, ...more }: Parameters<typeof openCheckout>[0] = {}) {
  const shop = await openCheckout({ answers: { ...saved(cards), ...answers }, ...more });
  const payment = () => shop.page.getByRole('region', { name: 'Payment Information' });
  const addNew = () => [...payment().querySelectorAll('button')].find(({ textContent }) => textContent === 'Add New');
  return {
    ...shop,
    addNew,
    openEntry: () => shop.user.click(addNew() as HTMLElement),
    card: (last4: string) => shop.page.getByRole<HTMLInputElement>('radio', { name: new RegExp(last4) }),
  };
}

describe('saved cards', () => {
  test('the first is chosen, another one that is picked is charged', async () => {
    const { card, user, confirm, thanked, charged } = await openPayment(3);
    expect(card('4242').checked).toBe(true);
    await user.click(card('8431'));
    await confirm();
    await thanked();
    expect(charged()).toEqual(['pm_3']);
  });

  test.each([
    ['one that is there', 'pm_2', '4444'],
    ['one that is gone', 'pm_99', '4242'],
  ])('chosen before the sign-in ended: %s', async (_what, id, last4) => {
    const { card } = await openPayment(3, { before: () => keepChoice('card', id) });
    expect(card(last4).checked).toBe(true);
  });

  test('cannot be changed while the order is on its way', async () => {
    const { card, confirm, see, sentTimes } = await openPayment(2, {
      answers: { [PAY]: () => new Promise(() => undefined) },
    });
    await confirm();
    await see('Placing your order...');
    await sentTimes(PAY, 1);
    expect(card('4444').closest('fieldset')).toHaveProperty('disabled', true);
  });
});

describe('a new card', () => {
  test('is entered at once where none is saved, without taking the cursor', async () => {
    const { field, addNew } = await openPayment(0);
    expect(field('Card number')).toBeTruthy();
    expect(addNew()).toBeUndefined();
    expect(document.activeElement).not.toBe(field('Card number'));
  });

  test('opened by Add New takes the cursor, and what is typed outlives a look at a saved card', async () => {
    const { openEntry, field, card, user, typeCard, confirm, thanked, charged, addNew, bodies } = await openPayment(2);
    await openEntry();
    await waitFor(() => expect(document.activeElement).toBe(field('Card number')));
    await typeCard('5555555555554444', '0130', '321');
    await user.click(card('4444'));
    expect(card('4444').checked).toBe(true);
    await user.click(addNew() as HTMLElement);
    expect(field('Card number').value).toBe('5555 5555 5555 4444');
    await confirm();
    await thanked();
    expect(bodies(NEW_METHOD)).toEqual([{ number: '5555 5555 5555 4444', exp_month: 1, exp_year: 2030, cvc: '321' }]);
    expect(charged()).toEqual(['pm_new']);
  });

  test('typed and then not wanted is not made, the saved one is charged', async () => {
    const { openEntry, typeCard, user, card, confirm, thanked, charged, count } = await openPayment(2);
    await openEntry();
    await typeCard('4242424242424242');
    await user.click(card('4444'));
    await confirm();
    await thanked();
    expect([charged(), count(NEW_METHOD)]).toEqual([['pm_2'], 0]);
  });

  test('cannot be changed while it is being paid with', async () => {
    const made = held({ id: 'pm_new' });
    const { typeCard, confirm, field, thanked, sentTimes, bodies } = await openPayment(0, {
      answers: { [NEW_METHOD]: () => made.answer() },
    });
    await typeCard('4242424242424242');
    await confirm();
    await sentTimes(NEW_METHOD, 1);
    expect(field('Card number').matches(':disabled')).toBe(true);
    made.release();
    await thanked();
    expect(bodies(NEW_METHOD)).toHaveLength(1);
  });

  test.each([
    ['invalid_number', 'Your card number is invalid.', 'Card number'],
    ['incomplete_number', 'Your card number is incomplete.', 'Card number'],
    ['invalid_expiry_year', 'Expired long ago.', 'Expiry'],
    ['incomplete_expiry', 'When does it end?', 'Expiry'],
    ['incomplete_cvc', 'Three digits, please.', 'CVC'],
  ])('the provider finds wrong (%s): its words, and the cursor in the field', async (code, words, label) => {
    const { typeCard, confirm, see, field, charged, settled, user, text } = await openPayment(0, {
      answers: { [NEW_METHOD]: { error: { code, message: words } } },
    });
    await typeCard('4242424242424242');
    await confirm();
    await see(words);
    await settled();
    await waitFor(() => expect(document.activeElement).toBe(field(label)));
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(charged()).toEqual([]);
    await user.type(field(label), '{Backspace}');
    expect(field(label).getAttribute('aria-invalid')).toBeNull();
    expect(text()).toContain(words);
  });

  test.each([
    ['is not there', offline],
    ['answers nothing', () => null],
  ])('with a provider that %s is not charged', async (_what, answer) => {
    const { typeCard, confirm, see, charged } = await openPayment(0, { answers: { [NEW_METHOD]: answer } });
    await typeCard('4242424242424242');
    await confirm();
    await see('The card could not be checked. Look at your connection and try again.');
    expect(charged()).toEqual([]);
  });

  test('the test card is filled in and paid with', async () => {
    const { tap, field, confirm, thanked, bodies } = await openPayment(0);
    await tap('fill it in');
    expect([field('Card number').value, field('CVC').value]).toEqual(['4242 4242 4242 4242', '123']);
    await confirm();
    await thanked();
    const year = new Date().getFullYear() + 3;
    expect(bodies(NEW_METHOD)).toEqual([{ number: '4242 4242 4242 4242', exp_month: 12, exp_year: year, cvc: '123' }]);
  });

  test('digits typed into the middle of the number leave the caret there', async () => {
    const { field, user } = await openPayment(0);
    const number = field('Card number');
    await user.type(number, '42424242');
    number.setSelectionRange(2, 2);
    await user.keyboard('999');
    expect([number.value, number.selectionStart]).toEqual(['4299 9424 242', 6]);
  });
});

describe('the bank', () => {
  test('that agrees: the same order is sent once more and placed', async () => {
    let asked = false;
    const { confirm, tap, see, thanked, bodies, count, text } = await openPayment(1, {
      answers: {
        [PAY]: () => (asked ? 77 : bankAsks()),
        [CHALLENGE]: () => {
          asked = true;
          return {};
        },
      },
    });
    await confirm();
    await see('Is it you paying $50.00 AUD?');
    expect(text()).not.toContain('Placing your order...');
    await tap('Approve');
    await thanked();
    expect(bodies(CHALLENGE)).toEqual([{ client_secret: 'secret_1', passed: true }]);
    const [first, second] = bodies(PAY);
    expect(second).toEqual(first);
    expect(count('POST mobiledigital/clearcart')).toBe(1);
  });

  test.each(['Decline', 'Escape'])(
    'that is told no (%s): the provider hears of it, and the refusal is shown',
    async (how) => {
      let heard = false;
      const { confirm, tap, see, user, bodies } = await openPayment(1, {
        answers: {
          [PAY]: () => (heard ? refuse(400, { code: 'card_declined', message: 'x' })() : bankAsks()),
          [CHALLENGE]: () => {
            heard = true;
            return {};
          },
        },
      });
      await confirm();
      await see('Your bank asks you to confirm');
      if (how === 'Escape') await user.keyboard('{Escape}');
      else await tap('Decline');
      await see('Your card was declined.');
      expect(bodies(CHALLENGE)).toEqual([{ client_secret: 'secret_1', passed: false }]);
    },
  );

  test('that cannot be reached: said so, and nothing is sent again', async () => {
    const { confirm, tap, see, count } = await openPayment(1, {
      answers: { [PAY]: bankAsks, [CHALLENGE]: offline, ...notPlaced },
    });
    await confirm();
    await see('Your bank asks you to confirm');
    await tap('Approve');
    await see('Your bank could not be reached. Please try again.');
    expect(count(PAY)).toBe(1);
  });
});
