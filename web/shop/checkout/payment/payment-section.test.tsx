import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { line, savedCards } from '#gallery/fixtures/customer.ts';
import { novel } from '#gallery/fixtures/products.ts';
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
    payment,
    openEntry: () => shop.user.click(addNew() as HTMLElement),
    card: (last4: string) => shop.page.getByRole<HTMLInputElement>('radio', { name: new RegExp(last4) }),
  };
}

it('takes saved and new cards, no other way to pay, and notes how cards are kept [CK-28, CK-32, CK-38]', async () => {
  const { payment, text } = await openPayment(3);
  const part = within(payment());
  expect(part.getByRole('heading', { level: 2 }).textContent).toBe('Payment Information');
  expect(part.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)).toEqual(['pm_1', 'pm_2', 'pm_3']);
  expect(part.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Add New']);
  expect(text()).not.toMatch(/PayPal|Afterpay|bank transfer|cash on delivery/i);
  const note = 'Your card information will be encrypted securely to enable 1-click checkout.';
  expect(part.getByText(note, { exact: true })).toBeTruthy();
});

describe('saved cards', () => {
  it('show last four and exp MM/YY, the first is chosen, and the picked one is charged [CK-29, CK-30, CK-35, BC-28, ST-085]', async () => {
    const { card, payment, user, confirm, thanked, charged } = await openPayment(3);
    const labels = within(payment())
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent);
    expect(labels).toEqual([
      expect.stringMatching(/4242.*exp 12\/29$/),
      expect.stringMatching(/4444.*exp 03\/28$/),
      expect.stringMatching(/8431.*exp 07\/27$/),
    ]);
    expect(card('4242').checked).toBe(true);
    await user.click(card('8431'));
    await confirm();
    await thanked();
    expect(charged()).toEqual(['pm_3']);
  });

  it.each([
    ['one that is there', 'pm_2', '4444'],
    ['one that is gone', 'pm_99', '4242'],
  ])('chosen before the sign-in ended: %s', async (_what, id, last4) => {
    const { card } = await openPayment(3, { before: () => keepChoice('card', id) });
    expect(card(last4).checked).toBe(true);
  });

  it('cannot be changed while the order is on its way', async () => {
    const { card, confirm, see, sentTimes } = await openPayment(2, {
      answers: { [PAY]: () => new Promise(() => undefined) },
    });
    await confirm();
    await see('Placing your order...');
    await sentTimes(PAY, 1);
    expect(card('4444').closest('fieldset')).toHaveProperty('disabled', true);
  });
});

describe('the security code of a saved card', () => {
  const LABEL = 'Security code (optional)';
  const CODES = 'POST /sandbox/security-codes';
  const [first, second] = savedCards;
  const doubted = { [SAVED]: { status: true, data: [{ ...first, wants_security_code: true }, second] } };
  const additional = (body: unknown) =>
    (body as { paymentMethod: { additional_data: Record<string, unknown> } }).paymentMethod.additional_data;

  it('goes to the provider, and its token with the payment', async () => {
    const { field, see, user, confirm, thanked, bodies, sent } = await openPayment(2, {
      answers: { ...doubted, [CODES]: { id: 'cvctok_1' } },
    });
    await see('This device is new to your account.');
    await user.type(field(LABEL), '12x3');
    await confirm();
    await thanked();
    expect(bodies(CODES)).toEqual([{ cvc: '123' }]);
    expect(additional(bodies(PAY)[0])).toMatchObject({ cc_stripejs_token: 'pm_1', cc_cvc_token: 'cvctok_1' });
    expect(sent.filter((call) => JSON.stringify(call).includes('"123"')).map(({ name }) => name)).toEqual([CODES]);
  });

  it('is led to from the bar with what happens without it, until it is typed', async () => {
    const { field, see, tap, user, card, page } = await openPayment(2, { answers: doubted });
    await see(LABEL);
    const missing = 'Add your card’s security code, or this order may wait for a check';
    await tap(missing);
    expect(document.activeElement).toBe(field(LABEL));
    await user.keyboard('1');
    expect(page.queryByText(missing)).toBeNull();
    await user.keyboard('{Backspace}');
    await see(missing);
    await user.click(card('4444'));
    expect(page.queryByText(missing)).toBeNull();
  });

  it('may be left out: one tap pays [CK-37]', async () => {
    const { see, confirm, thanked, bodies } = await openPayment(2, { answers: doubted });
    await see(LABEL);
    await confirm();
    await thanked();
    expect(additional(bodies(PAY)[0])).not.toHaveProperty('cc_cvc_token');
  });

  it('shows what the provider finds wrong, with the focus in it, and nothing is charged', async () => {
    const { field, see, user, confirm, charged } = await openPayment(2, {
      answers: { ...doubted, [CODES]: { error: { code: 'incomplete_cvc', message: 'Three digits, please.' } } },
    });
    await see(LABEL);
    await user.type(field(LABEL), '12');
    await confirm();
    await see('Three digits, please.');
    await waitFor(() => expect(document.activeElement).toBe(field(LABEL)));
    expect(field(LABEL).getAttribute('aria-invalid')).toBe('true');
    expect(charged()).toEqual([]);
  });

  it('is not asked for where the server does not want it', async () => {
    const { card, user, see, page } = await openPayment(2, { answers: doubted });
    await see(LABEL);
    await user.click(card('4444'));
    expect(page.queryByLabelText(LABEL)).toBeNull();
  });

  it('is not asked for when no gift card is bought', async () => {
    const { card, page } = await openPayment(2, { giftCards: {}, lines: [line(6, novel())], answers: doubted });
    expect(card('4242').checked).toBe(true);
    expect(page.queryByLabelText(LABEL)).toBeNull();
  });
});

describe('a new card', () => {
  it('is entered at once when none is saved, without taking the focus', async () => {
    const { field, addNew } = await openPayment(0);
    expect(field('Card number')).toBeTruthy();
    expect(addNew()).toBeUndefined();
    expect(document.activeElement).not.toBe(field('Card number'));
  });

  it('is entered after Add New with the focus in it, and keeps its digits while a saved card is looked at [CK-31]', async () => {
    const { openEntry, field, card, user, typeCard, confirm, thanked, charged, addNew, bodies, page } =
      await openPayment(2);
    expect(page.queryByLabelText('Card number')).toBeNull();
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

  it('is made by the provider before it pays, and no call of the shop holds its number [CK-36, CK-39, ST-086]', async () => {
    const { typeCard, confirm, thanked, charged, sent, names } = await openPayment(0);
    await typeCard('5555555555554444');
    await confirm();
    await thanked();
    const holding = sent.filter((call) => JSON.stringify(call).replace(/\D/g, '').includes('5555555555554444'));
    expect(holding.map(({ name }) => name)).toEqual([NEW_METHOD]);
    expect(names().filter((name) => [NEW_METHOD, PAY].includes(name))).toEqual([NEW_METHOD, PAY]);
    expect(charged()).toEqual(['pm_new']);
  });

  it('is not made when the customer goes back to a saved one, which is charged', async () => {
    const { openEntry, typeCard, user, card, confirm, thanked, charged, count } = await openPayment(2);
    await openEntry();
    await typeCard('4242424242424242');
    await user.click(card('4444'));
    await confirm();
    await thanked();
    expect([charged(), count(NEW_METHOD)]).toEqual([['pm_2'], 0]);
  });

  it('cannot be changed while it is being paid with', async () => {
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

  it.each([
    ['invalid_number', 'Your card number is invalid.', 'Card number'],
    ['incomplete_number', 'Your card number is incomplete.', 'Card number'],
    ['invalid_expiry_year', 'Expired long ago.', 'Expiry'],
    ['incomplete_expiry', 'When does it end?', 'Expiry'],
    ['incomplete_cvc', 'Three digits, please.', 'CVC'],
  ])(
    'shows under it what the provider finds wrong (%s) and focuses the field [ST-087, ER-24, VA-30]',
    async (code, words, label) => {
      const { typeCard, confirm, box, field, charged, settled, user, text } = await openPayment(0, {
        answers: { [NEW_METHOD]: { error: { code, message: words } } },
      });
      await typeCard('4242424242424242');
      await confirm();
      await waitFor(() => expect(box.querySelector('[data-card-error]')?.textContent).toBe(words));
      await settled();
      await waitFor(() => expect(document.activeElement).toBe(field(label)));
      expect(field(label).getAttribute('aria-invalid')).toBe('true');
      expect(charged()).toEqual([]);
      await user.type(field(label), '{Backspace}');
      expect(field(label).getAttribute('aria-invalid')).toBeNull();
      expect(text()).toContain(words);
    },
  );

  it('gets the focus in the moment in which its fields can be typed into again', async () => {
    const { typeCard, confirm, see, page } = await openPayment(0, {
      answers: { [NEW_METHOD]: { error: { code: 'incomplete_cvc', message: 'Three digits, please.' } } },
    });
    await typeCard('4242424242424242');
    await confirm();
    const form = page.getByRole('form', { name: 'New card' });
    const focused: (string | null | undefined)[] = [];
    const observer = new MutationObserver(() => {
      if (!form.querySelector('fieldset:disabled')) focused.push(document.activeElement?.getAttribute('autocomplete'));
    });
    observer.observe(form, { attributes: true, subtree: true, attributeFilter: ['disabled'] });
    await see('Three digits, please.');
    // A moment later the focus would take along what is being typed.
    await waitFor(() => expect(focused).toEqual(['cc-csc']));
    observer.disconnect();
  });

  it.each([
    ['is not there', offline],
    ['answers nothing', () => null],
  ])('with a provider that %s is not charged', async (_what, answer) => {
    const { typeCard, confirm, see, charged } = await openPayment(0, { answers: { [NEW_METHOD]: answer } });
    await typeCard('4242424242424242');
    await confirm();
    await see('The card could not be checked. Check your connection and try again.');
    expect(charged()).toEqual([]);
  });

  it('the test card is filled in and paid with', async () => {
    const { tap, field, confirm, thanked, bodies } = await openPayment(0);
    await tap('fill it in');
    expect([field('Card number').value, field('CVC').value]).toEqual(['4242 4242 4242 4242', '123']);
    await confirm();
    await thanked();
    const year = new Date().getFullYear() + 3;
    expect(bodies(NEW_METHOD)).toEqual([{ number: '4242 4242 4242 4242', exp_month: 12, exp_year: year, cvc: '123' }]);
  });

  it('digits typed into the middle of the number leave the caret there', async () => {
    const { field, user } = await openPayment(0);
    const number = field('Card number');
    await user.type(number, '42424242');
    number.setSelectionRange(2, 2);
    await user.keyboard('999');
    expect([number.value, number.selectionStart]).toEqual(['4299 9424 242', 6]);
  });
});

describe('the bank', () => {
  it('that agrees: the same order is sent once more and placed', async () => {
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

  it.each(['Decline', 'Escape'])(
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

  it('that cannot be reached: said so, and nothing is sent again', async () => {
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
