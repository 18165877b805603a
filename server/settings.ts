import { z } from 'zod';
import { filesSettingsError, filesShape } from './integrations/files/settings.ts';
import { humanCheckSettingsError, humanCheckShape } from './integrations/human-check/settings.ts';
import { operatorSettingsError, operatorShape } from './integrations/mail/operator-settings.ts';
import { mailSettingsError, mailShape } from './integrations/mail/settings.ts';
import { messagesSettingsError, messagesShape } from './integrations/messages/settings.ts';
import { passesSettingsError, passesShape } from './integrations/passes/settings.ts';
import { isLiveKey, paymentsSettingsError, paymentsShape, stripeKeys } from './integrations/payments/settings.ts';
import { placesSettingsError, placesShape } from './integrations/places/settings.ts';
import { operatorError } from './kernel/operator-error.ts';
import { leadsSettingsError, leadsShape } from './site/leads-settings.ts';

const flag = z.enum(['0', '1']).default('0');
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** The seller's details until the operator sets its own. */
const DEMONSTRATION = {
  OPERATOR_NAME: 'Handsel Demonstration Pty Ltd',
  OPERATOR_ABN: '00 000 000 000',
  OPERATOR_CONTACT: 'hello@handsel.example',
} as const;

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  DEMO: flag,
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().trim().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  BRAND: z.enum(['giftcard', 'product']).default('giftcard'),
  SEED: z.enum(['demo', 'none']).default('demo'),
  WEB: z.enum(['built', 'dev', 'gallery', 'none']).default('built'),
  CLOCK: z.enum(['real', 'movable']).default('real'),
  /** With CLOCK=movable, the time at the start: '2026-11-02T01:00:00Z'. */
  CLOCK_FROM: z.iso.datetime().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  TRUST_PROXY: flag,
  SESSION_SECRET: z.string().min(32, 'needs at least 32 characters').optional(),
  ...paymentsShape,
  ...messagesShape,
  ...humanCheckShape,
  ...placesShape,
  PICTURES_AHEAD: z.enum(['0', '1']).default('1'),
  OFFLINE: z.enum(['on', 'off']).default('on'),
  ...leadsShape,
  ...mailShape,
  ...operatorShape,
  ...passesShape,
  ...filesShape,
  CURRENCY_RATE_USD: z.coerce.number().positive().default(1.53),
  CODE_SENDS_PER_MOBILE: count(5),
  CODE_SENDS_PER_ADDRESS: count(100),
  CODE_SENDS_PER_PREFIX: count(200),
  CODE_SENDS_PER_DAY: count(10_000),
  /** Per ten minutes; many phones share one carrier address. */
  CHALLENGES_PER_ADDRESS: count(2_000),
  SIGN_IN_CALLS_PER_ADDRESS: count(1_000),
  CARD_ENTRIES_PER_ADDRESS: count(300),
  /** Some providers bill each search. */
  PLACE_SEARCHES_PER_ADDRESS: count(2_000),
  /** Dollars. */
  CARD_MAX_VALUE: count(1_000),
  APPROVAL_MAX_TOTAL: count(1_000),
  /** Zero holds every first order. */
  APPROVAL_FIRST_ORDER_MAX: z.coerce.number().int().min(0).default(750),
  APPROVAL_ORDERS_PER_HOUR: count(10),
  APPROVAL_DECLINES: count(3),
  APPROVAL_MISMATCH: z.enum(['checks', 'all', 'off']).default('checks'),
  OPERATOR_NAME: z.string().trim().min(1).default(DEMONSTRATION.OPERATOR_NAME),
  OPERATOR_ABN: z.string().trim().default(DEMONSTRATION.OPERATOR_ABN),
  OPERATOR_CONTACT: z.string().trim().default(DEMONSTRATION.OPERATOR_CONTACT),
});

/** Typed settings; `publicUrl` never ends in a slash. Fields keep the names operators know from the environment. */
export type Settings = Readonly<
  z.output<typeof environment> & { publicUrl: string; production: boolean; logLevel: string }
>;

/** What an operator reads after the name of a setting, where its schema says nothing of its own. */
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

/** The choices of a setting that takes one of a few words; none for any other. */
export function settingChoices(name: string): string[] {
  const { error } = environment.safeParse({ [name]: 'no such choice' });
  const issue = error?.issues.find(({ path }) => path[0] === name);
  return issue?.code === 'invalid_value' ? issue.values.map(String) : [];
}

/** Reads and checks every setting once. Throws an operator error that names what is wrong. */
export function readSettings(source: Record<string, string | undefined> = process.env): Settings {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(present, { error: plainError });
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ');
    throw operatorError({ code: 'setting', sentence: `A setting is wrong: ${wrong}.` });
  }
  const settings = parsed.data;
  const publicUrl = (settings.PUBLIC_URL ?? `http://${hostInUrl(settings.HOST)}:${settings.PORT}`).replace(/\/+$/, '');
  const production = settings.NODE_ENV === 'production';
  // In development the terminal shows the addresses only; production logs every request.
  const logLevel = settings.LOG_LEVEL ?? (production ? 'info' : 'warn');
  const complete = { ...settings, publicUrl, production, logLevel };
  const sentence = combinationError(complete);
  if (sentence) throw operatorError({ code: 'setting', sentence });
  return complete;
}

/** The host for a link: loopback for a wildcard address, and an IPv6 address in brackets. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** The first rule over several settings that does not hold, as a sentence; null when all hold. */
function combinationError(settings: Settings): string | null {
  return (
    paymentsSettingsError(settings) ??
    messagesSettingsError(settings) ??
    humanCheckSettingsError(settings) ??
    placesSettingsError(settings) ??
    leadsSettingsError(settings) ??
    mailSettingsError(settings) ??
    operatorSettingsError(settings) ??
    passesSettingsError(settings) ??
    filesSettingsError(settings) ??
    (settings.METRICS_PORT === settings.PORT ? 'METRICS_PORT and PORT are two different ports.' : null) ??
    (settings.production ? productionSettingsError(settings) : null)
  );
}

/** No sandbox, demo phone or missing secret in production, unless DEMO=1 says it is a demonstration. */
function productionSettingsError(settings: Settings): string | null {
  if (settings.CLOCK === 'movable') return 'CLOCK=movable is for tests and never runs in production.';
  if (settings.WEB === 'gallery') return 'WEB=gallery is for tests and never runs in production.';
  const demoSettings =
    settings.PAYMENTS === 'stripe' && isLiveKey(stripeKeys(settings).secretKey) ? demoSellerSettings(settings) : [];
  if (demoSettings.length > 0) {
    return `Live Stripe keys charge real cards and do not go with ${demoSettings.join(', ')}; say who sells, and what.`;
  }
  if (settings.DEMO === '1') return null;
  const sandboxes = [
    settings.PAYMENTS === 'sandbox' ? 'PAYMENTS=sandbox' : '',
    settings.MESSAGES === 'phone' ? 'MESSAGES=phone' : '',
    settings.HUMAN_CHECK === 'none' ? 'HUMAN_CHECK=none' : '',
    settings.SESSION_SECRET ? '' : 'a missing SESSION_SECRET',
  ].filter(Boolean);
  if (sandboxes.length === 0) return null;
  return `Production does not start with ${sandboxes.join(', ')}; set real providers, or DEMO=1 for a demonstration.`;
}

/** Demonstration settings that may not be used with live payments. */
function demoSellerSettings(settings: Settings): string[] {
  const names = ['OPERATOR_NAME', 'OPERATOR_ABN', 'OPERATOR_CONTACT'] as const;
  const missing = names.filter((name) => settings[name] === DEMONSTRATION[name]);
  return [...(settings.SEED === 'demo' ? ['SEED=demo'] : []), ...missing.map((name) => `a missing ${name}`)];
}
