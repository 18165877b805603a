import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { line, savedCards } from '#gallery/fixtures/customer.ts';
import { novel } from '#gallery/fixtures/products.ts';
import { NEW_METHOD, notPlaced, openCheckout, PAY } from '#test/web/checkout-screen.ts';
import { holdAnswer, refuse, throwOffline } from '#test/web/watch-calls.ts';
import { saveCheckoutChoice } from '../shipping/checkout-choices.ts';

const SAVED = 'GET mobiledigital/savedcards';
const CHALLENGE = 'POST /sandbox/challenge';
const savedCardAnswers = (count: number) => ({ [SAVED]: { status: true, data: savedCards.slice(0, count) } });
const bankAsks = refuse(400, { code: 'authentication_required', message: 'x', parameters: ['secret_1'] });

async function openPayment(cards: number, { answers = {}, ...options }: Parameters<typeof openCheckout>[0] = {}) {
  const shop = await openCheckout({ answers: { ...savedCardAnswers(cards), ...answers }, ...options });
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

it('offers only saved cards and a new card, and explains how cards are saved [CK-28, CK-32, CK-38]', async () => {
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
  it('lists saved cards with last digits and expiry, preselects the first and charges the selected card [CK-29, CK-30, CK-35, BC-28, ST-085]', async () => {
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
    ['a card that still exists', 'pm_2', '4444'],
    ['a deleted card', 'pm_99', '4242'],
  ])(
    'restores the card that was selected before the session ended, if it still exists: %s',
    async (_what, id, last4) => {
      const { card } = await openPayment(3, { before: () => saveCheckoutChoice('card', id) });
      expect(card(last4).checked).toBe(true);
    },
  );

  it('locks the saved cards while the order is being placed', async () => {
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

  it("sends the security code only to the provider, and pays with the provider's token for it", async () => {
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

  it('shows a link in the Confirm bar to the security code field while the field is empty', async () => {
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

  it('pays in one tap when the optional security code is missing [CK-37]', async () => {
    const { see, confirm, thanked, bodies } = await openPayment(2, { answers: doubted });
    await see(LABEL);
    await confirm();
    await thanked();
    expect(additional(bodies(PAY)[0])).not.toHaveProperty('cc_cvc_token');
  });

  it("shows the provider's error, focuses the security code field and charges nothing", async () => {
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

  it('hides the security code field for a card when the server does not ask for its code', async () => {
    const { card, user, see, page } = await openPayment(2, { answers: doubted });
    await see(LABEL);
    await user.click(card('4444'));
    expect(page.queryByLabelText(LABEL)).toBeNull();
  });

  it('hides the security code field when the order contains no gift card', async () => {
    const { card, page } = await openPayment(2, { giftCards: {}, lines: [line(6, novel())], answers: doubted });
    expect(card('4242').checked).toBe(true);
    expect(page.queryByLabelText(LABEL)).toBeNull();
  });
});

describe('a new card', () => {
  it('shows the card form when no card is saved, without moving the focus to it', async () => {
    const { field, addNew } = await openPayment(0);
    expect(field('Card number')).toBeTruthy();
    expect(addNew()).toBeUndefined();
    expect(document.activeElement).not.toBe(field('Card number'));
  });

  it('focuses the card form on Add New, and keeps the typed digits while a saved card is selected [CK-31]', async () => {
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

  it('creates the payment method at the provider, and sends the card number in no call to the shop [CK-36, CK-39, ST-086]', async () => {
    const { typeCard, confirm, thanked, charged, sent, names } = await openPayment(0);
    await typeCard('5555555555554444');
    await confirm();
    await thanked();
    const holding = sent.filter((call) => JSON.stringify(call).replace(/\D/g, '').includes('5555555555554444'));
    expect(holding.map(({ name }) => name)).toEqual([NEW_METHOD]);
    expect(names().filter((name) => [NEW_METHOD, PAY].includes(name))).toEqual([NEW_METHOD, PAY]);
    expect(charged()).toEqual(['pm_new']);
  });

  it('charges a saved card selected after a new card was typed, and creates no payment method for the new card', async () => {
    const { openEntry, typeCard, user, card, confirm, thanked, charged, count } = await openPayment(2);
    await openEntry();
    await typeCard('4242424242424242');
    await user.click(card('4444'));
    await confirm();
    await thanked();
    expect([charged(), count(NEW_METHOD)]).toEqual([['pm_2'], 0]);
  });

  it('locks the card fields while the payment method is being created', async () => {
    const heldMethod = holdAnswer({ id: 'pm_new' });
    const { typeCard, confirm, field, thanked, sentTimes, bodies } = await openPayment(0, {
      answers: { [NEW_METHOD]: () => heldMethod.answer() },
    });
    await typeCard('4242424242424242');
    await confirm();
    await sentTimes(NEW_METHOD, 1);
    expect(field('Card number').matches(':disabled')).toBe(true);
    heldMethod.release();
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
    "shows the provider's error (%s) below the card form and focuses the field with the error [ST-087, ER-24, VA-30]",
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

  it('focuses the field with the error as soon as the fields are enabled again', async () => {
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
    await waitFor(() => expect(focused).toEqual(['cc-csc']));
    observer.disconnect();
  });

  it.each([
    ['is unreachable', throwOffline],
    ['returns nothing', () => null],
  ])('charges nothing when the provider %s', async (_what, answer) => {
    const { typeCard, confirm, see, charged } = await openPayment(0, { answers: { [NEW_METHOD]: answer } });
    await typeCard('4242424242424242');
    await confirm();
    await see('The card could not be checked. Check your connection and try again.');
    expect(charged()).toEqual([]);
  });

  it("fills in the sandbox's test card and pays with it", async () => {
    const { tap, field, confirm, thanked, bodies } = await openPayment(0);
    await tap('fill it in');
    expect([field('Card number').value, field('CVC').value]).toEqual(['4242 4242 4242 4242', '123']);
    await confirm();
    await thanked();
    const year = new Date().getFullYear() + 3;
    expect(bodies(NEW_METHOD)).toEqual([{ number: '4242 4242 4242 4242', exp_month: 12, exp_year: year, cvc: '123' }]);
  });

  it('keeps the caret in place when digits are typed into the middle of the card number', async () => {
    const { field, user } = await openPayment(0);
    const number = field('Card number');
    await user.type(number, '42424242');
    number.setSelectionRange(2, 2);
    await user.keyboard('999');
    expect([number.value, number.selectionStart]).toEqual(['4299 9424 242', 6]);
  });
});

describe('the bank confirmation', () => {
  it('submits the same order again after the bank approves the payment', async () => {
    let isChallenged = false;
    const { confirm, tap, see, thanked, bodies, count, text } = await openPayment(1, {
      answers: {
        [PAY]: () => (isChallenged ? 77 : bankAsks()),
        [CHALLENGE]: () => {
          isChallenged = true;
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
    'reports to the provider that the customer declined (%s), and shows that the payment was declined',
    async (action) => {
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
      if (action === 'Escape') await user.keyboard('{Escape}');
      else await tap('Decline');
      await see('Your card was declined.');
      expect(bodies(CHALLENGE)).toEqual([{ client_secret: 'secret_1', passed: false }]);
    },
  );

  it('reports an unreachable bank and does not submit the order again', async () => {
    const { confirm, tap, see, count } = await openPayment(1, {
      answers: { [PAY]: bankAsks, [CHALLENGE]: throwOffline, ...notPlaced },
    });
    await confirm();
    await see('Your bank asks you to confirm');
    await tap('Approve');
    await see('Your bank could not be reached. Please try again.');
    expect(count(PAY)).toBe(1);
  });
});
