import type { Page } from 'playwright-core';

export type StripeCall = { name: string; input: Record<string, unknown> };
export type StripeSays = {
  wallets?: ('applePay' | 'googlePay')[];
  submitError?: string;
  createError?: string;
  challengeError?: string;
  method?: string;
};

export async function serveStripe(page: Page, says: StripeSays = {}): Promise<void> {
  await page.addInitScript((first) => Object.assign(window, { stripeSays: first }), says);
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${installFakeStripe.toString()})()` }),
  );
}

export function readStripeCalls(page: Page): Promise<StripeCall[]> {
  return page.evaluate(() => (window as unknown as { stripeCalls?: StripeCall[] }).stripeCalls ?? []);
}

export async function setStripeResponse(page: Page, says: StripeSays): Promise<void> {
  await page.evaluate((next) => Object.assign(window, { stripeSays: next }), says);
}

type StripeBank = (clientSecret: string) => Promise<void>;

export async function answerAsBank(page: Page, answer: (clientSecret: string) => void): Promise<void> {
  await page.exposeFunction('stripeBank', answer);
}

/** Runs in the page, so this function must be self-contained. */
function installFakeStripe(): void {
  type Listener = (event: unknown) => void;
  type Options = Record<string, unknown>;
  const shop = window as unknown as {
    stripeSays: StripeSays;
    stripeCalls: StripeCall[];
    Stripe: unknown;
    stripeBank?: StripeBank;
  };
  shop.stripeCalls = [];
  const keep = (name: string, input: unknown) =>
    shop.stripeCalls.push({ name, input: JSON.parse(JSON.stringify(input ?? {})) });
  const refuse = (reason: string): never => {
    throw new Error(`IntegrationError: ${reason}`);
  };
  const only = (options: Options, names: string, where: string) => {
    for (const name of Object.keys(options)) if (!names.split(' ').includes(name)) refuse(`${name} in ${where}`);
  };
  const GROUP = 'mode amount currency paymentMethodCreation allowedPaymentMethodTypes setupFutureUsage appearance';
  const ELEMENTS: Record<string, string> = {
    payment: 'wallets terms',
    expressCheckout: 'paymentMethods buttonType buttonHeight layout',
  };
  function checkGroup(options: Options) {
    only(options, GROUP, 'elements()');
    const { mode, amount, currency, allowedPaymentMethodTypes: types } = options;
    if (mode !== 'payment' || currency !== 'aud') refuse('mode or currency');
    if (!Number.isInteger(amount) || Number(amount) < 50) refuse(`amount ${amount}`);
    if (JSON.stringify(types) !== '["card"]') refuse('allowedPaymentMethodTypes');
    if (options.paymentMethodCreation !== 'manual') refuse('paymentMethodCreation');
  }

  function element(type: string, options: Options) {
    only(options, ELEMENTS[type] ?? '', type);
    const listeners = new Map<string, Listener>();
    const tell = (event: string, input: unknown) => listeners.get(event)?.(input);
    const stripeElement = {
      on: (event: string, listener: Listener) => listeners.set(event, listener) && stripeElement,
      once: (event: string, listener: Listener) => listeners.set(event, listener) && stripeElement,
      off: (event: string) => listeners.delete(event) && stripeElement,
      update: () => stripeElement,
      destroy: () => undefined,
      unmount: () => undefined,
      focus: () => document.querySelector<HTMLElement>('[aria-label="Card number"]')?.focus(),
      mount(place: HTMLElement) {
        if (type === 'payment') place.append(cardField(tell));
        else for (const button of walletButtons(tell)) place.append(button);
        const { wallets = [] } = shop.stripeSays;
        const availablePaymentMethods = Object.fromEntries(wallets.map((name) => [name, true]));
        setTimeout(() =>
          tell('ready', {
            elementType: type,
            availablePaymentMethods: wallets.length ? availablePaymentMethods : undefined,
          }),
        );
        return stripeElement;
      },
    };
    return stripeElement;
  }
  function cardField(tell: (event: string, input: unknown) => void): HTMLElement {
    const field = document.createElement('input');
    field.setAttribute('aria-label', 'Card number');
    field.className = 'h-12 w-full rounded-control border border-edge px-3';
    field.addEventListener('input', () => tell('change', { elementType: 'payment', empty: field.value === '' }));
    return field;
  }
  function walletButtons(tell: (event: string, input: unknown) => void): HTMLElement[] {
    return (shop.stripeSays.wallets ?? []).map((name) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = name === 'applePay' ? 'Buy with Apple Pay' : 'Buy with Google Pay';
      button.className = 'h-12 w-full rounded-control bg-ink text-surface';
      button.addEventListener('click', () => {
        let answered = false;
        const open = () => {
          answered = true;
          keep('wallet opened', { name });
          const paymentFailed = (payload: unknown) => keep('paymentFailed', payload);
          setTimeout(() => tell('confirm', { expressPaymentType: name, paymentFailed }));
        };
        const reject = () => {
          answered = true;
          keep('wallet rejected', { name });
        };
        tell('click', { elementType: 'expressCheckout', expressPaymentType: name, resolve: open, reject });
        setTimeout(() => answered || refuse('resolve was not called within a second'), 1_000);
      });
      return button;
    });
  }

  function elements(options: Options) {
    checkGroup(options);
    keep('elements', options);
    const elementsByType = new Map<string, unknown>();
    const group = {
      submitted: false,
      create(type: string, input: Options = {}) {
        if (elementsByType.has(type)) refuse(`a second ${type}`);
        keep(`create ${type}`, input);
        elementsByType.set(type, element(type, input));
        return elementsByType.get(type);
      },
      getElement: (type: string) => elementsByType.get(type) ?? null,
      update(change: Options) {
        only(change, GROUP, 'update()');
        keep('update', change);
      },
      async submit() {
        const { submitError } = shop.stripeSays;
        keep('submit', {});
        group.submitted = submitError === undefined;
        return submitError === undefined ? {} : { error: { message: submitError } };
      },
    };
    return group;
  }

  let methods = 0;
  shop.Stripe = (key: string) => {
    if (!/^pk_/.test(key)) refuse('the key is not publishable');
    return {
      elements,
      createToken: () => refuse('createToken'),
      confirmCardPayment: () => refuse('confirmCardPayment'),
      registerAppInfo: () => undefined,
      _registerWrapper: () => undefined,
      async createPaymentMethod({ elements: group, ...rest }: { elements: { submitted: boolean }; params?: Options }) {
        if (!group.submitted) refuse('elements.submit() comes first');
        group.submitted = false;
        keep('createPaymentMethod', rest);
        const { createError } = shop.stripeSays;
        if (createError !== undefined) return { error: { message: createError } };
        methods += 1;
        return { paymentMethod: { id: shop.stripeSays.method ?? `pm_fake_${methods}` } };
      },
      async handleNextAction(input: { clientSecret: string }) {
        if (!/^pi_\w+_secret_\w+$/.test(input.clientSecret)) refuse('clientSecret');
        keep('handleNextAction', input);
        const { challengeError } = shop.stripeSays;
        await shop.stripeBank?.(input.clientSecret);
        return challengeError === undefined ? { paymentIntent: {} } : { error: { message: challengeError } };
      },
    };
  };
}
