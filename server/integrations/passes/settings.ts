import { z } from 'zod';

const text = z.string().trim().default('');
const matchingText = (pattern: RegExp, words: string) => z.string().trim().regex(pattern, words).default('');

/** Keys and certificates are given as text or as a path (docs/how-to/connect-wallets.md). */
export const passesShape = {
  APPLE_PASS_TYPE_ID: matchingText(/^(pass\.[\w.-]+)?$/, 'must be an identifier such as pass.com.example.giftcard'),
  APPLE_TEAM_ID: matchingText(/^([A-Z0-9]{10})?$/, 'must be ten capital letters and digits'),
  APPLE_PASS_CERTIFICATE: text,
  APPLE_PASS_KEY: text,
  APPLE_PASS_KEY_PASSPHRASE: z.string().default(''),
  APPLE_WWDR_CERTIFICATE: text,
  APPLE_PUSH_URL: z.url({ protocol: /^https$/ }).default('https://api.push.apple.com'),
  GOOGLE_WALLET_ISSUER_ID: matchingText(/^(\d{5,25})?$/, 'must consist of digits only'),
  GOOGLE_WALLET_KEY: text,
  GOOGLE_WALLET_URL: z.url({ protocol: /^https?$/ }).default('https://walletobjects.googleapis.com'),
  GOOGLE_TOKEN_URL: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
};

const APPLE = [
  'APPLE_PASS_TYPE_ID',
  'APPLE_TEAM_ID',
  'APPLE_PASS_CERTIFICATE',
  'APPLE_PASS_KEY',
  'APPLE_WWDR_CERTIFICATE',
] as const;
const GOOGLE = ['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_KEY'] as const;

type Named = Record<(typeof APPLE | typeof GOOGLE)[number], string>;

export function passesSettingsError(settings: Named): string | null {
  return (
    partialSetupError(settings, { names: APPLE, wallet: 'Apple Wallet' }) ??
    partialSetupError(settings, { names: GOOGLE, wallet: 'Google Wallet' })
  );
}

function partialSetupError(
  settings: Named,
  { names, wallet }: { names: readonly (keyof Named)[]; wallet: string },
): string | null {
  const missing = names.filter((name) => settings[name] === '');
  if (missing.length === 0 || missing.length === names.length) return null;
  return `${wallet} is only partly configured: it also needs ${missing.join(' and ')}. Set all of its settings or none.`;
}
