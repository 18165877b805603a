import { isLoopbackName } from '../../http/proxies/from-this-machine.ts';

/** The settings that say where a service is, when it is called, and what it is sent that nobody else may read. */
const ADDRESSES = [
  { name: 'STRIPE_API_BASE', usedBy: ['PAYMENTS', 'stripe'], sent: 'the secret key' },
  { name: 'TWILIO_API_BASE', usedBy: ['MESSAGES', 'twilio'], sent: 'a key, names and numbers' },
  { name: 'CLICKSEND_API_BASE', usedBy: ['MESSAGES', 'clicksend'], sent: 'a key, names and numbers' },
  { name: 'MESSAGE_GATEWAY_URL', usedBy: ['MESSAGES', 'webhook'], sent: 'names and numbers' },
  { name: 'RECAPTCHA_URL', usedBy: ['HUMAN_CHECK', 'recaptcha'], sent: 'a secret' },
  { name: 'GOOGLE_PLACES_URL', usedBy: ['PLACES', 'google'], sent: 'a key and addresses' },
  { name: 'SALESFORCE_LEADS_URL', usedBy: ['LEADS', 'salesforce'], sent: 'names and numbers' },
  { name: 'S3_BUCKET_URL', usedBy: ['FILES', 's3'], sent: 'what a key has signed' },
  { name: 'ALARM_WEBHOOK_URL', sent: 'what is wrong in the shop' },
  { name: 'GOOGLE_WALLET_URL', sent: 'a token' },
  { name: 'GOOGLE_TOKEN_URL', sent: 'what a key has signed' },
] as const;

type Address = (typeof ADDRESSES)[number];
type AddressSettings = { [Name in Address['name']]?: string | undefined } & {
  [Name in Extract<Address, { usedBy: unknown }>['usedBy'][0]]: string;
} & { production: boolean };

type DatabaseSettings = {
  DATABASE_URL?: string | undefined;
  DATABASE_OWNER_URL?: string | undefined;
  production: boolean;
};

/** Whoever listens on the way reads what goes over http: it may go to this machine alone, and not in production. */
export function openAddressError(settings: AddressSettings): string | null {
  const open = ADDRESSES.find((address) => isUsed(address, settings) && isOpen(settings[address.name], settings));
  if (!open) return null;
  const where = settings.production ? 'in production' : 'unless it leads to this machine';
  return `${open.name} must begin with https: ${where}, it is sent ${open.sent}.`;
}

/** Encrypted to whoever answers is as good as open. */
export function unverifiedDatabaseError({ production, ...urls }: DatabaseSettings): string | null {
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) {
    const parameters = new URLSearchParams(urls[name]?.split('?')[1]);
    const isUnverified = parameters.get('sslmode') === 'no-verify' || parameters.get('uselibpqcompat') === 'true';
    if (production && isUnverified)
      return `${name} checks no certificate: write sslmode=verify-full, with sslrootcert=FILE for a certificate of your own.`;
  }
  return null;
}

function isUsed(address: Address, settings: AddressSettings): boolean {
  if (!('usedBy' in address)) return true;
  const [setting, choice] = address.usedBy;
  return settings[setting] === choice;
}

function isOpen(address: string | undefined, { production }: AddressSettings): boolean {
  if (!address) return false;
  const { protocol, host } = new URL(address);
  return protocol !== 'https:' && (production || !isLoopbackName(host));
}
