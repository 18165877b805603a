import type { Callback, Carried } from '#test/fakes/carrier.ts';
import { startClickSend } from '#test/fakes/clicksend.ts';
import { startFaultProxy } from '#test/fakes/fault-proxy.ts';
import { startGateway } from '#test/fakes/gateway.ts';
import { appleSettings, googleSettings } from '#test/fakes/passes.ts';
import { startTestingStripe, WEBHOOK_SECRET } from '#test/fakes/stripe.ts';
import { startTwilio } from '#test/fakes/twilio.ts';
import { startApns, startGoogleWallet } from '#test/fakes/wallets.ts';
import type { PhoneMessage, ReadPhone } from './customer.ts';
import { SHOP_OPENS, type TestShop } from './shop.ts';

/** A fake external service for `openTestShop(kind, { providers: [...] })`. */
export type Provider = {
  env: Record<string, string>;
  attach?: (shop: TestShop) => void;
  /** Reads the messages that this provider carried, instead of the demo phone. */
  phone?: ReadPhone;
  close: () => Promise<void>;
};

export async function startStripe() {
  let now = () => Date.now();
  const stripe = await startTestingStripe(() => now());
  const proxy = await startFaultProxy({ port: stripe.port });
  return {
    ...stripe,
    proxy,
    env: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: proxy.url,
    },
    attach(shop: TestShop): void {
      now = () => shop.context.clock.ms();
    },
    async close(): Promise<void> {
      await proxy.close();
      await stripe.close();
    },
  };
}

export const CARRIERS = ['twilio', 'clicksend', 'webhook'] as const;
export type CarrierName = (typeof CARRIERS)[number];

export async function startCarrier(name: CarrierName) {
  let shop: TestShop | undefined;
  const now = () => shop?.context.clock.now() ?? new Date(SHOP_OPENS);
  const start = { twilio: startTwilio, clicksend: startClickSend, webhook: () => startGateway(now) }[name];
  const carrier = await start();
  const proxy = await startFaultProxy(carrier.standIn);

  const carriedTo = (to: string): Carried[] => carrier.carried().filter((message) => message.to === to);
  const attached = (): TestShop => {
    if (!shop) throw new Error('No shop uses this carrier yet.');
    return shop;
  };
  return {
    proxy,
    carriedTo,
    hand: async (callback: Callback): Promise<number> => (await attached().app.inject(callback)).statusCode,
    report: carrier.report,
    reply: carrier.reply,
    refuse: carrier.refuse,
    env: carrier.env(proxy.url),
    attach(opened: TestShop): void {
      shop = opened;
    },
    phone: async (to: string) => carriedTo(to).reverse().map(asOnPhone),
    async close(): Promise<void> {
      await proxy.close();
      await carrier.standIn.close();
    },
  };
}

const asOnPhone = ({ to, text, media }: Carried, id: number): PhoneMessage => ({
  id,
  to,
  kind: media === null ? 'sms' : 'mms',
  text,
  media_url: media,
  purpose: '',
  status: '',
});

const apple = appleSettings();

export async function startWallets() {
  const apns = await startApns({ certificate: apple.APPLE_PASS_CERTIFICATE });
  const google = await startGoogleWallet();
  return {
    apns,
    google,
    env: {
      ...apple,
      ...googleSettings(),
      ...google.env,
      APPLE_PUSH_URL: apns.url,
      PUBLIC_URL: 'https://shop.test',
    },
    async close(): Promise<void> {
      await apns.close();
      await google.close();
    },
  };
}
