import { z } from 'zod';
import { leadsSettingsError, leadsShape } from './domain/site/leads-settings.ts';
import { alarmsSettingsError, alarmsShape } from './integrations/alarms/settings.ts';
import { filesSettingsError, filesShape } from './integrations/files/settings.ts';
import { humanCheckSettingsError, humanCheckShape } from './integrations/human-check/settings.ts';
import { operatorSettingsError, operatorShape } from './integrations/mail/operator-settings.ts';
import { mailSettingsError, mailShape } from './integrations/mail/settings.ts';
import { messagesSettingsError, messagesShape } from './integrations/messages/settings.ts';
import { passesSettingsError, passesShape } from './integrations/passes/settings.ts';
import { isLiveKey, paymentsSettingsError, paymentsShape, stripeKeys } from './integrations/payments/settings.ts';
import { placesSettingsError, placesShape } from './integrations/places/settings.ts';
import { databaseAddressError, openAddressError } from './integrations/service/open-address-settings.ts';
import { isTrustProxy } from './platform/http/proxies/trusted-proxies.ts';
import { tlsSettingsError, tlsShape } from './platform/http/tls/settings.ts';
import { readCardKeys } from './platform/kernel/keys/card-keys.ts';
import { readSecretFiles } from './platform/kernel/keys/secret-files.ts';
import { readCountries } from './platform/kernel/mobile-number.ts';
import { operatorError } from './platform/kernel/operator-error.ts';

const flag = z.enum(['0', '1']).default('0');
const countries = z.string().transform((text, context) => {
  const read = readCountries(text);
  if (read !== null) return read;
  context.addIssue({ code: 'custom', message: 'must be country codes such as AU,NZ, or all' });
  return z.NEVER;
});
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const countOrZero = (fallback: number) => z.coerce.number().int().min(0).default(fallback);
const secret = z.string().min(32, 'needs at least 32 characters');
const cardKeys = z.string().transform((text, context) => {
  const keys = readCardKeys(text);
  if (typeof keys !== 'string') return keys;
  context.addIssue({ code: 'custom', message: keys });
  return z.NEVER;
});

/** Placeholder details of the operator, which a real shop must replace. */
const DEMONSTRATION = {
  OPERATOR_NAME: 'Handsel Demonstration Pty Ltd',
  OPERATOR_ABN: '00 000 000 000',
  OPERATOR_CONTACT: 'hello@handsel.example',
} as const;

const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://');

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  DEMO: flag,
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  ...tlsShape,
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().trim().min(1).default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  DATABASE_CONNECTIONS: count(10),
  /** /readyz reports that the server is closing for this many seconds before it closes. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  BRAND: z.enum(['giftcard', 'product']).default('giftcard'),
  SEED: z.enum(['demo', 'none']).default('demo'),
  WEB: z.enum(['built', 'dev', 'gallery', 'none']).default('built'),
  CLOCK: z.enum(['real', 'movable']).default('real'),
  /** Start time when CLOCK=movable, such as '2026-11-02T01:00:00Z'. */
  CLOCK_FROM: z.iso.datetime().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  TRUST_PROXY: z
    .string()
    .trim()
    .refine(isTrustProxy, 'must be none, a number of proxies such as 1, or their addresses such as 10.0.0.0/8')
    .optional(),
  SECRETS_DIR: z.string().trim().min(1).optional(),
  SESSION_SECRET: secret.optional(),
  SESSION_SECRET_PREVIOUS: secret.optional(),
  CARD_KEYS: cardKeys.optional(),
  ...paymentsShape,
  ...messagesShape,
  ...humanCheckShape,
  ...placesShape,
  PICTURES_AHEAD: z.enum(['0', '1']).default('1'),
  OFFLINE: z.enum(['on', 'off']).default('on'),
  ...leadsShape,
  ...mailShape,
  ...operatorShape,
  ...alarmsShape,
  ...passesShape,
  ...filesShape,
  CURRENCY_RATE_USD: z.coerce.number().positive().default(1.53),
  CODE_SENDS_PER_MOBILE: count(5),
  CODE_SENDS_PER_ADDRESS: count(100),
  CODE_SENDS_PER_PREFIX: count(200),
  CODE_SENDS_PER_DAY: count(10_000),
  /** Calls per ten minutes and IP address. High, because phones share carrier addresses. */
  CHALLENGES_PER_ADDRESS: count(2_000),
  SIGN_IN_CALLS_PER_ADDRESS: count(1_000),
  CARD_ENTRIES_PER_ADDRESS: count(300),
  /** Uncached reads per minute and IP address. */
  READS_PER_ADDRESS: count(1_200),
  /** Limited, because some providers bill each search. */
  PLACE_SEARCHES_PER_ADDRESS: count(2_000),
  /** In dollars. */
  CARD_MAX_VALUE: count(1_000),
  GIFT_COUNTRIES: countries.default(['AU']),
  /** In dollars. */
  REDEMPTION_NOTICE_FROM: z
    .string()
    .trim()
    .regex(/^(off|\d{1,6}(\.\d{1,2})?)$/, 'must be an amount in dollars such as 20.00, or off')
    .default('20.00'),
  APPROVAL_MAX_TOTAL: count(1_000),
  /** With 0, every first order is held. */
  APPROVAL_FIRST_ORDER_MAX: countOrZero(750),
  APPROVAL_ORDERS_PER_HOUR: count(10),
  APPROVAL_DECLINES: count(3),
  /** Dollars in 24 hours; 0 disables the rule. */
  APPROVAL_GIFTS_PER_DAY: countOrZero(1_000),
  APPROVAL_GIFTS_PER_CARD: z.coerce.number().int().min(0).optional(),
  APPROVAL_GIFTS_PER_NETWORK: countOrZero(10_000),
  /** Dollars; refunding more requires the right refunds.large. */
  REFUND_ALONE_MAX: countOrZero(200),
  DECLINES_PER_ADDRESS: count(30),
  DECLINES_PER_CARD: count(10),
  DECLINE_ALARM: count(30),
  OPEN_ORDER_UNITS: count(2_000),
  /** In dollars. */
  OPEN_ORDER_VALUE: count(100_000),
  APPROVAL_MISMATCH: z.enum(['checks', 'all', 'off']).default('checks'),
  /** Longer names would add a part to each text message. */
  SHOP_NAME: z.string().trim().min(1).max(30).default('Handsel'),
  OPERATOR_NAME: z.string().trim().min(1).default(DEMONSTRATION.OPERATOR_NAME),
  OPERATOR_ABN: z.string().trim().default(DEMONSTRATION.OPERATOR_ABN),
  OPERATOR_CONTACT: z.string().trim().default(DEMONSTRATION.OPERATOR_CONTACT),
});

type Derived = { publicUrl: string; production: boolean; logLevel: string; APPROVAL_GIFTS_PER_CARD: number };

/** `publicUrl` never ends in a slash. */
export type Settings = Readonly<Omit<z.output<typeof environment>, keyof Derived> & Derived>;

const plainError: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be a whole number' : 'must be a number';
    case 'too_small':
      return `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_value':
      return `must be ${issue.values.join(' or ')}`;
    case 'invalid_format':
      return FORMATS[issue.format];
    default:
      return undefined;
  }
};

const FORMATS: Record<string, string> = {
  url: 'must be an address such as https://shop.example',
  email: 'must be an e-mail address such as wren@shop.example',
  datetime: 'must be a time such as 2026-11-02T01:00:00Z',
};

export function settingChoices(name: string): string[] {
  const { error } = environment.safeParse({ [name]: 'no such choice' });
  const issue = error?.issues.find(({ path }) => path[0] === name);
  return issue?.code === 'invalid_value' ? issue.values.map(String) : [];
}

/** Throws an operator error naming the wrong setting. */
export function readSettings(source: Record<string, string | undefined> = process.env): Settings {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const { SECRETS_DIR: folder } = set;
  const files = folder === undefined ? {} : readSecretFiles(folder, Object.keys(environment.shape));
  const present = { ...files, ...set };
  const parsed = environment.safeParse(present, { error: plainError });
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ');
    throw operatorError({ code: 'setting', sentence: `A setting is wrong: ${wrong}.` });
  }
  const settings = { ...parsed.data, APPROVAL_GIFTS_PER_CARD: giftsPerCard(parsed.data) };
  const publicUrl = (settings.PUBLIC_URL ?? buildServerUrl(settings))
    .replace(/\/+$/, '')
    .replace(/^https?:/i, (scheme) => scheme.toLowerCase());
  const production = isProduction({ ...settings, publicUrl });
  // Logs every request in production. In development, the terminal shows only the shop's URLs.
  const logLevel = settings.LOG_LEVEL ?? (production ? 'info' : 'warn');
  const complete = { ...settings, publicUrl, production, logLevel };
  const sentence = combinationError(complete);
  if (sentence) throw operatorError({ code: 'setting', sentence });
  return complete;
}

/** Sets no limit in the sandbox, where everyone uses the same test cards. */
function giftsPerCard({ APPROVAL_GIFTS_PER_CARD, PAYMENTS }: z.output<typeof environment>): number {
  return APPROVAL_GIFTS_PER_CARD ?? (PAYMENTS === 'sandbox' ? 0 : 1_000);
}

function buildServerUrl({ HOST, PORT, TLS_CERT_FILE }: z.output<typeof environment>): string {
  return `${TLS_CERT_FILE === undefined ? 'http' : 'https'}://${hostInUrl(HOST)}:${PORT}`;
}

const ON_THIS_MACHINE: readonly string[] = ['127.0.0.1', '0.0.0.0', '::1', '::'];

/** Uses `localhost`, because passkeys require a host name. */
function hostInUrl(host: string): string {
  if (ON_THIS_MACHINE.includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Live keys and https addresses mean production, whatever NODE_ENV is; tests may use https addresses. */
function isProduction(settings: Omit<Settings, 'production' | 'logLevel'>): boolean {
  const isTest = settings.NODE_ENV === 'test';
  return settings.NODE_ENV === 'production' || hasLiveKeys(settings) || (!isTest && isHttps(settings.publicUrl));
}

/** Unlike `production`, known before the settings are read. */
export const isNamedProduction = (): boolean => process.env.NODE_ENV === 'production';

const hasLiveKeys = (settings: Omit<Settings, 'production' | 'logLevel'>): boolean =>
  settings.PAYMENTS === 'stripe' && isLiveKey(stripeKeys(settings).secretKey);

const isHttps = (address: string): boolean => address.startsWith('https:');

function combinationError(settings: Settings): string | null {
  return (
    paymentsSettingsError(settings) ??
    messagesSettingsError(settings) ??
    humanCheckSettingsError(settings) ??
    placesSettingsError(settings) ??
    leadsSettingsError(settings) ??
    mailSettingsError(settings) ??
    operatorSettingsError(settings) ??
    alarmsSettingsError(settings) ??
    passesSettingsError(settings) ??
    filesSettingsError(settings) ??
    tlsSettingsError(settings) ??
    openAddressError(settings) ??
    databaseAddressError(settings) ??
    (settings.DATABASE_OWNER_URL && !settings.DATABASE_URL
      ? 'DATABASE_OWNER_URL also needs DATABASE_URL, with the role that the shop runs as.'
      : null) ??
    (settings.METRICS_PORT === settings.PORT ? 'METRICS_PORT and PORT must be different ports.' : null) ??
    (settings.production ? productionSettingsError(settings) : null)
  );
}

/** DEMO=1 permits demo settings in production. */
function productionSettingsError(settings: Settings): string | null {
  if (settings.CLOCK === 'movable') return 'CLOCK=movable is for tests and is not allowed in production.';
  if (settings.WEB === 'gallery' || settings.WEB === 'dev')
    return `WEB=${settings.WEB} is for ${settings.WEB === 'dev' ? 'development' : 'tests'} and is not allowed in production.`;
  const demoSettings = hasLiveKeys(settings) ? demoSellerSettings(settings) : [];
  if (demoSettings.length > 0) {
    return `Live Stripe keys charge real cards and cannot be used with ${demoSettings.join(', ')}; set the details of the operator and SEED=none.`;
  }
  if (settings.TRUST_PROXY === undefined && isHttps(settings.publicUrl))
    return (
      'TRUST_PROXY is missing: an https shop runs behind a proxy, and rate limits rely on the customer address that it forwards. ' +
      'Set the number of proxies (TRUST_PROXY=1), their addresses (TRUST_PROXY=10.0.0.0/8), or none.'
    );
  if (settings.DEMO === '1') return hasLiveKeys(settings) ? DEMO_WITH_LIVE_KEYS : null;
  const sandboxes = [
    settings.PAYMENTS === 'sandbox' ? 'PAYMENTS=sandbox' : '',
    settings.MESSAGES === 'phone' ? 'MESSAGES=phone' : '',
    settings.HUMAN_CHECK === 'none' ? 'HUMAN_CHECK=none' : '',
    settings.SESSION_SECRET ? '' : 'a missing SESSION_SECRET',
  ].filter(Boolean);
  const reason = settings.NODE_ENV === 'production' ? '' : ' (implied by an https PUBLIC_URL or live keys)';
  if (sandboxes.length > 0)
    return `Production${reason} does not start with ${sandboxes.join(', ')}; set real providers, or DEMO=1 for a demonstration.`;
  return settings.CARD_KEYS ? null : NO_CARD_KEYS;
}

const DEMO_WITH_LIVE_KEYS =
  'Live Stripe keys charge real cards and cannot be used with DEMO=1, which allows a demo phone that shows every sign-in code ' +
  'to anyone. Remove DEMO=1 and set real providers, or use test keys.';

const NO_CARD_KEYS =
  'Production does not start without CARD_KEYS, which encrypts gift cards: set it to an id, a colon and a secret of at least ' +
  '32 characters, such as k1:... (openssl rand -base64 48 makes one), and keep it apart from the backup of the database. ' +
  'Do not change SESSION_SECRET: it still decrypts older gift cards (docs/how-to/rotate-keys.md).';

function demoSellerSettings(settings: Settings): string[] {
  const names = ['OPERATOR_NAME', 'OPERATOR_ABN', 'OPERATOR_CONTACT'] as const;
  const missing = names.filter((name) => settings[name] === DEMONSTRATION[name]);
  return [...(settings.SEED === 'demo' ? ['SEED=demo'] : []), ...missing.map((name) => `a missing ${name}`)];
}
