import { waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { savedCards } from '#gallery/fixtures/customer.ts';
import { KEY, localGiftCard, unfilled } from '#gallery/fixtures/gift-cards.ts';
import { notPlaced, openCheckout, PAY } from '#test/web/checkout-screen.ts';
import { larger, openSpend, smaller } from '#test/web/spend-screen.ts';
import { refuse } from '#test/web/watch-calls.ts';

type Wallets = {
  onReady: (event: { availablePaymentMethods: { applePay?: boolean } | undefined }) => void;
  onClick: (event: { resolve: () => void; reject: () => void }) => void;
  onConfirm: (event: { paymentFailed: () => void }) => void;
};
const { stripe, elements, loadStripeOnce, captured } = vi.hoisted(() => ({
  stripe: { createPaymentMethod: vi.fn(), createToken: vi.fn(), handleNextAction: vi.fn() },
  elements: { submit: vi.fn(), getElement: vi.fn() },
  loadStripeOnce: vi.fn(),
  captured: {
    typed: (_empty: boolean): void => undefined,
    typedCode: (_empty: boolean): void => undefined,
    wallets: null as unknown,
    asked: null as number | null,
  },
}));
vi.mock('./stripe-setup.ts', () => ({
  loadStripeOnce,
  toStripeAmount: (amount: number) => ({ amount }),
  stripeAppearance: () => ({}),
}));
vi.mock('@stripe/react-stripe-js', async () => {
  const { createContext, createElement, use } = await import('react');
  const Amount = createContext(0);
  return {
    Elements: ({ children, options }: { children: ReactNode; options?: { amount: number } }) =>
      createElement(Amount, { value: options?.amount ?? 0 }, children),
    useStripe: () => stripe,
    useElements: () => elements,
    PaymentElement: ({ onChange }: { onChange: (event: { empty: boolean }) => void }) => {
      captured.typed = (empty) => onChange({ empty });
      return createElement('p', null, 'The fields of Stripe');
    },
    CardCvcElement: ({ onChange }: { onChange: (event: { empty: boolean }) => void }) => {
      captured.typedCode = (empty) => onChange({ empty });
      return createElement('p', null, 'The code of Stripe');
    },
    ExpressCheckoutElement: (props: unknown) => {
      captured.wallets = props;
      captured.asked = use(Amount);
      return createElement('p', null, 'The wallets of Stripe');
    },
  };
});
const readWallets = () => captured.wallets as Wallets;

beforeEach(() => {
  vi.resetAllMocks();
  captured.wallets = null;
  captured.asked = null;
  loadStripeOnce.mockResolvedValue(stripe);
  elements.submit.mockResolvedValue({});
  stripe.createPaymentMethod.mockResolvedValue({ paymentMethod: { id: 'pm_stripe' } });
});

const settings = { payments: 'stripe', stripe_publishable_key: 'pk_test' } as const;
const noSavedCards = { 'GET mobiledigital/savedcards': { status: true, data: [] } };
const openStripe = ({ answers = {}, ...options }: Parameters<typeof openCheckout>[0] = {}) =>
  openCheckout({ settings, shows: 'Payment Information', answers: { ...noSavedCards, ...answers }, ...options });
const readCardError = (box: HTMLElement) => box.querySelector('[data-card-error]')?.textContent;
const readSaveChoice = (body: unknown) =>
  (body as { paymentMethod: { additional_data: { cc_save: boolean } } }).paymentMethod.additional_data.cc_save;

describe('the security code of a saved card', () => {
  const element = {};
  const openWithCode = async () => {
    const data = savedCards.slice(0, 1).map((card) => ({ ...card, wants_security_code: true }));
    const shop = await openStripe({ answers: { 'GET mobiledigital/savedcards': { status: true, data } } });
    await shop.see('The code of Stripe');
    elements.getElement.mockReturnValue(element);
    return shop;
  };
  const readCode = (body: unknown) =>
    (body as { paymentMethod: { additional_data: { cc_cvc_token?: string } } }).paymentMethod.additional_data
      .cc_cvc_token;

  it("sends Stripe's token for the security code with the payment", async () => {
    const { confirm, thanked, charged, bodies } = await openWithCode();
    stripe.createToken.mockResolvedValue({ token: { id: 'cvctok_9' } });
    captured.typedCode(false);
    await confirm();
    await thanked();
    expect(stripe.createToken.mock.calls).toEqual([['cvc_update', element]]);
    expect([charged(), bodies(PAY).map(readCode)]).toEqual([['pm_1'], ['cvctok_9']]);
  });

  it('sends no token when the customer typed no security code', async () => {
    const { confirm, thanked, charged, bodies } = await openWithCode();
    await confirm();
    await thanked();
    expect(stripe.createToken).not.toHaveBeenCalled();
    expect([charged(), bodies(PAY).map(readCode)]).toEqual([['pm_1'], [undefined]]);
  });

  it("charges nothing and shows Stripe's error when the security code is wrong", async () => {
    const { confirm, see, charged } = await openWithCode();
    stripe.createToken.mockResolvedValue({ error: { message: 'Your code is incomplete.' } });
    captured.typedCode(false);
    await confirm();
    await see('Your code is incomplete.');
    expect(charged()).toEqual([]);
  });
});

describe('the Stripe card fields', () => {
  it('creates the payment method in the browser, then charges and saves it with the order [BC-27, CA-55, CK-38, ST-086]', async () => {
    const { see, confirm, thanked, bodies, text } = await openStripe();
    await see('The fields of Stripe');
    expect(text()).not.toContain('or pay by card');
    captured.typed(false);
    await confirm();
    await thanked();
    expect(bodies(PAY)).toMatchObject([
      {
        paymentMethod: {
          method: 'stripe_payments',
          additional_data: {
            cc_save: true,
            cc_stripejs_token: 'pm_stripe',
            expected_subtotal: 50,
            expected_card_due: 50,
          },
        },
      },
    ]);
    expect(stripe.createPaymentMethod.mock.calls[0]?.[0]).toMatchObject({
      params: { billing_details: { name: 'Wren Banks', email: 'wren@example.com' } },
    });
    expect(loadStripeOnce).toHaveBeenCalledWith('pk_test');
  });

  it('shows an error and focuses the card fields when they are empty, without calling Stripe', async () => {
    const focus = vi.fn();
    elements.getElement.mockReturnValue({ focus });
    const { see, confirm, charged } = await openStripe();
    await see('The fields of Stripe');
    await confirm();
    await see('Please enter a Card for Payment');
    await waitFor(() => expect(focus).toHaveBeenCalledTimes(1));
    expect(elements.submit).not.toHaveBeenCalled();
    expect(charged()).toEqual([]);
  });

  it.each([
    ['with invalid values', () => elements.submit.mockResolvedValue({ error: { message: 'Your card has expired.' } })],
    [
      'that produce no payment method',
      () => stripe.createPaymentMethod.mockResolvedValue({ error: { message: 'Your card has expired.' } }),
    ],
  ])("shows Stripe's error, charges nothing and allows another try for fields %s [VA-30]", async (_what, prepare) => {
    prepare();
    const { see, confirm, charged, thanked, box } = await openStripe();
    await see('The fields of Stripe');
    captured.typed(false);
    await confirm();
    await see('Your card has expired.');
    expect(readCardError(box)).toBe('Your card has expired.');
    expect(charged()).toEqual([]);
    elements.submit.mockResolvedValue({});
    stripe.createPaymentMethod.mockResolvedValue({ paymentMethod: { id: 'pm_next' } });
    await confirm();
    await thanked();
    expect(charged()).toEqual(['pm_next']);
  });

  it('shows that a declined payment failed, with the reason [ER-17, VA-30]', async () => {
    const sayings = ['Your card was declined.', 'Your card’s security code is incorrect.'];
    const left = [...sayings];
    const { see, confirm, thanked, box } = await openStripe({
      answers: { [PAY]: () => (left[0] ? refuse(400, { message: left.shift() ?? '' })() : 77) },
    });
    await see('The fields of Stripe');
    captured.typed(false);
    for (const words of sayings) {
      await confirm();
      await see(words);
      expect(readCardError(box)).toBe(
        `There was an error processing your payment.${words}You can try again, or use another card.`,
      );
    }
    await confirm();
    await thanked();
  });

  it('offers to load the card fields again when they fail to load', async () => {
    loadStripeOnce.mockResolvedValue(null);
    const { see, tap, text, confirm } = await openStripe();
    await see('Card entry could not be loaded.');
    await confirm();
    await see('Card entry is still loading. Please try again in a moment.');
    loadStripeOnce.mockResolvedValue(stripe);
    await waitFor(() => tap('Try again'));
    await see('The fields of Stripe');
    expect(text()).not.toContain('Card entry could not be loaded.');
  });
});

describe('Apple Pay and Google Pay', () => {
  const tapWallet = () => {
    const event = { resolve: vi.fn(), reject: vi.fn() };
    readWallets().onClick(event);
    return event;
  };

  it('pays once with the card from the wallet and does not save the card [CK-38]', async () => {
    const { see, thanked, charged, bodies } = await openStripe();
    await see('The fields of Stripe');
    await waitFor(() => expect(captured.wallets).not.toBeNull());
    readWallets().onReady({ availablePaymentMethods: { applePay: true } });
    await see('or pay by card');
    expect(tapWallet().resolve).toHaveBeenCalledTimes(1);
    readWallets().onConfirm({ paymentFailed: vi.fn() });
    readWallets().onConfirm({ paymentFailed: vi.fn() });
    await thanked();
    expect(charged()).toEqual(['pm_stripe']);
    expect(bodies(PAY).map(readSaveChoice)).toEqual([false]);
  });

  it('reports the failed payment to the wallet and shows the reason', async () => {
    stripe.createPaymentMethod.mockResolvedValue({ error: { message: 'The wallet is locked.' } });
    const paymentFailed = vi.fn();
    const { see, charged } = await openStripe();
    await waitFor(() => expect(captured.wallets).not.toBeNull());
    readWallets().onConfirm({ paymentFailed });
    await see('The wallet is locked.');
    expect(paymentFailed).toHaveBeenCalledTimes(1);
    expect(charged()).toEqual([]);
  });

  it('rejects a wallet tap when the address is missing, and shows which parts are missing', async () => {
    const { see } = await openStripe({ addresses: [] });
    await waitFor(() => expect(captured.wallets).not.toBeNull());
    const { resolve, reject } = tapWallet();
    expect([resolve.mock.calls.length, reject.mock.calls.length]).toEqual([0, 1]);
    await see('Please enter your full name');
  });

  it('charges the wallet only the amount that gift cards do not cover, and hides wallets when nothing is left', async () => {
    const ownCards = [smaller, larger];
    const { use, see, page } = await openSpend({ ownCards, appliedNames: ['gc_1'], settings, answers: noSavedCards });
    await waitFor(() => expect(captured.asked).toBe(1_899));
    const { resolve } = tapWallet();
    expect(resolve).toHaveBeenCalledTimes(1);
    await use(smaller.last4);
    await waitFor(() => expect(captured.asked).toBe(4_399));
    const isHidden = () => page.getByText('The wallets of Stripe').closest('[hidden]') !== null;
    expect(isHidden()).toBe(false);
    await use(larger.last4);
    await see('Nothing left to pay');
    expect(isHidden()).toBe(true);
  });

  it('hides the wallets while a gift card is incomplete', async () => {
    const { see } = await openStripe({ giftCards: { [KEY]: localGiftCard(unfilled) } });
    await see('The fields of Stripe');
    expect(captured.wallets).toBeNull();
  });
});

it.each([
  ['agrees', {}, undefined],
  ['declines', { error: { message: 'Your bank said no.' } }, 'Your bank said no.'],
])("lets Stripe request the bank's confirmation, and the bank %s", async (_what, answer, words) => {
  const { apiError } = await import('#web/shared/api/api-error.ts');
  let tries = 0;
  stripe.handleNextAction.mockResolvedValue(answer);
  const { see, confirm, thanked, count } = await openStripe({
    answers: {
      [PAY]: () => {
        tries += 1;
        if (tries > 1) return 77;
        throw apiError({ kind: 'http', status: 400, code: 'authentication_required', parameters: ['secret_9'] });
      },
      ...(words ? notPlaced : {}),
    },
  });
  await see('The fields of Stripe');
  captured.typed(false);
  await confirm();
  await (words ? see(words) : thanked());
  expect(stripe.handleNextAction.mock.calls).toEqual([[{ clientSecret: 'secret_9' }]]);
  expect(count(PAY)).toBe(words ? 1 : 2);
});
