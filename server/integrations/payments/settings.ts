import { z } from 'zod';

const key = (prefix: RegExp, words: string) =>
  z
    .string()
    .trim()
    .refine((value) => value === '' || prefix.test(value), words)
    .default('');
const secretKey = key(/^(sk|rk)_/, 'must begin with sk_ or rk_');
const publishableKey = key(/^pk_/, 'must begin with pk_');
const webhookSecret = key(/^whsec_/, 'must begin with whsec_');

/** The STRIPE_LIVE_... keys are used only at STRIPE_LIVE_ORIGIN. */
export const paymentsShape = {
  PAYMENTS: z.enum(['sandbox', 'stripe']).default('sandbox'),
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
  /** Two attempts must end before browsers give up, after 30 s. */
  STRIPE_TIMEOUT_MS: z.coerce.number().int().min(50).max(14_000).default(12_000),
  /** 'https://shop.example'; other origins use the keys without LIVE. */
  STRIPE_LIVE_ORIGIN: z.url({ protocol: /^https$/ }).optional(),
  STRIPE_LIVE_SECRET_KEY: secretKey,
  STRIPE_LIVE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_LIVE_WEBHOOK_SECRET: webhookSecret,
};

export type PaymentsSettings = z.output<z.ZodObject<typeof paymentsShape>> & { publicUrl: string };
export type StripeKeys = { secretKey: string; publishableKey: string; webhookSecret: string };

/** Trusts the configured origin, never the request's: otherwise a test card could pay a real order. */
export function stripeKeys(settings: PaymentsSettings): StripeKeys {
  if (!isLiveOrigin(settings)) {
    const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = settings;
    return {
      secretKey: STRIPE_SECRET_KEY,
      publishableKey: STRIPE_PUBLISHABLE_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
    };
  }
  return {
    secretKey: settings.STRIPE_LIVE_SECRET_KEY,
    publishableKey: settings.STRIPE_LIVE_PUBLISHABLE_KEY,
    webhookSecret: settings.STRIPE_LIVE_WEBHOOK_SECRET,
  };
}

export function isLiveKey(stripeKey: string): boolean {
  return /^(sk|rk|pk)_live_/.test(stripeKey);
}

function isLiveOrigin({
  STRIPE_LIVE_ORIGIN,
  publicUrl,
}: Pick<PaymentsSettings, 'STRIPE_LIVE_ORIGIN' | 'publicUrl'>): boolean {
  return STRIPE_LIVE_ORIGIN !== undefined && new URL(STRIPE_LIVE_ORIGIN).origin === new URL(publicUrl).origin;
}

export function paymentsSettingsError(settings: PaymentsSettings): string | null {
  if (settings.PAYMENTS !== 'stripe') return null;
  const live = isLiveOrigin(settings);
  const names = ['SECRET_KEY', 'PUBLISHABLE_KEY', 'WEBHOOK_SECRET'] as const;
  const missing = names
    .map((name) => (live ? (`STRIPE_LIVE_${name}` as const) : (`STRIPE_${name}` as const)))
    .filter((name) => settings[name] === '');
  if (missing.length > 0) return `PAYMENTS=stripe also needs ${missing.join(' and ')}.`;
  const keys = stripeKeys(settings);
  if (isLiveKey(keys.secretKey) !== isLiveKey(keys.publishableKey))
    return 'One of the Stripe keys is for test mode and the other for live mode; set two keys of the same mode.';
  if (live && !isLiveKey(keys.secretKey))
    return 'STRIPE_LIVE_SECRET_KEY and STRIPE_LIVE_PUBLISHABLE_KEY contain test-mode keys; set live-mode keys.';
  if (!live && settings.STRIPE_LIVE_ORIGIN !== undefined && isLiveKey(keys.secretKey))
    return `STRIPE_SECRET_KEY is a live key, but this site is not at ${settings.STRIPE_LIVE_ORIGIN}; set a test key, or PUBLIC_URL.`;
  return null;
}
