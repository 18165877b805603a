import { isLoopbackName } from '#server/platform/http/proxies/from-this-machine.ts';
import { allowsPlain } from '#server/platform/http/tls/settings.ts';

/**
 * `sent`: the confidential data that the address receives. `own`: a service that the operator may run, on any machine.
 */
const ADDRESSES = [
  { name: 'STRIPE_API_BASE', usedBy: ['PAYMENTS', 'stripe'], sent: 'the secret key' },
  { name: 'TWILIO_API_BASE', usedBy: ['MESSAGES', 'twilio'], sent: 'a key, names and numbers' },
  { name: 'CLICKSEND_API_BASE', usedBy: ['MESSAGES', 'clicksend'], sent: 'a key, names and numbers' },
  { name: 'MESSAGE_GATEWAY_URL', usedBy: ['MESSAGES', 'webhook'], sent: 'names and numbers' },
  { name: 'RECAPTCHA_URL', usedBy: ['HUMAN_CHECK', 'recaptcha'], sent: 'a secret' },
  { name: 'GOOGLE_PLACES_URL', usedBy: ['PLACES', 'google'], sent: 'a key and addresses' },
  { name: 'PHOTON_URL', usedBy: ['PLACES', 'photon'], sent: 'addresses', own: true },
  { name: 'SALESFORCE_LEADS_URL', usedBy: ['LEADS', 'salesforce'], sent: 'names and numbers' },
  { name: 'S3_BUCKET_URL', usedBy: ['FILES', 's3'], sent: 'signed requests' },
  { name: 'ALARM_WEBHOOK_URL', sent: 'alarms of the shop' },
  { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', sent: 'traces of requests', own: true },
  { name: 'GOOGLE_WALLET_URL', sent: 'a token' },
  { name: 'GOOGLE_TOKEN_URL', sent: 'signed requests' },
] as const;

type Address = (typeof ADDRESSES)[number];
type Exceptions = Parameters<typeof allowsPlain>[0];
type AddressSettings = { [Name in Address['name']]?: string | undefined } & {
  [Name in Extract<Address, { usedBy: unknown }>['usedBy'][0]]: string;
} & Exceptions;

type DatabaseSettings = {
  DATABASE_URL?: string | undefined;
  DATABASE_OWNER_URL?: string | undefined;
} & Exceptions;

/** Allows plain http only to this machine, and in production only to `own` services on it. */
export function openAddressError(settings: AddressSettings): string | null {
  const open = ADDRESSES.find((address) => isUsed(address, settings) && isOpen(address, settings));
  if (!open) return null;
  const elsewhere = 'unless it points to this machine';
  const where = settings.production ? `in production${'own' in open ? `, ${elsewhere}` : ''}` : elsewhere;
  return `${open.name} must begin with https ${where}, because it receives ${open.sent}.`;
}

/**
 * Requires verified TLS to other machines: encryption to an unknown server protects nothing. Weaker sslmode values act
 * like verify-full here.
 */
export function databaseAddressError(settings: DatabaseSettings): string | null {
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) {
    const url = settings[name];
    if (!url) continue;
    const [, address = '', query] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
    const parameters = new URLSearchParams(query);
    // The driver uses the last of duplicate parameters, and stops reading at #.
    if (settings.production && (url.includes('#') || hasTwice(parameters)))
      return `${name} is ambiguous: write each parameter only once, and # as %23.`;
    const mode = parameters.get('sslmode');
    const advice = 'write sslmode=verify-full, with sslrootcert=FILE for your own certificate authority.';
    if (settings.production && (mode === 'no-verify' || parameters.get('uselibpqcompat') === 'true'))
      return `${name} does not verify certificates: ${advice}`;
    const isEncrypted = ['verify-full', 'verify-ca', 'require'].includes(mode ?? '');
    if (isEncrypted || allowsPlain(settings) || parseHosts(address, parameters).every(isThisMachine)) continue;
    return `${name} connects to another machine without TLS, which production does not allow: ${advice}`;
  }
  return null;
}

function parseHosts(address: string, parameters: URLSearchParams): string[] {
  const [, hosts = ''] = /^\w+:\/\/(?:[^@/]*@)?([^/]*)/.exec(address) ?? [];
  return (parameters.get('host') || hosts.replaceAll(/%2f/gi, '/')).split(',');
}

function hasTwice(parameters: URLSearchParams): boolean {
  return new Set(parameters.keys()).size < parameters.size;
}

/** An empty host does not mean localhost, because the driver then uses PGHOST. */
function isThisMachine(host: string): boolean {
  return host.startsWith('/') || isLoopbackName(host);
}

function isUsed(address: Address, settings: AddressSettings): boolean {
  if (!('usedBy' in address)) return true;
  const [setting, choice] = address.usedBy;
  return settings[setting] === choice;
}

function isOpen(address: Address, settings: AddressSettings): boolean {
  const { [address.name]: value, production } = settings;
  if (!value) return false;
  const { protocol, host } = new URL(value);
  if (protocol === 'https:') return false;
  return 'own' in address ? !allowsPlain(settings) && !isLoopbackName(host) : production || !isLoopbackName(host);
}
