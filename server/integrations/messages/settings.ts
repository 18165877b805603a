import { z } from 'zod';
import { isWebhookSecret } from '../service/webhook-signature.ts';

const text = z.string().trim().default('');
const address = z.url({ protocol: /^https?$/ });
const matchingText = (pattern: RegExp, words: string) =>
  z.union([z.literal(''), z.string().regex(pattern, words)]).default('');

/** Phone numbers are in E.164 format. */
export const messagesShape = {
  MESSAGES: z.enum(['phone', 'twilio', 'clicksend', 'webhook']).default('phone'),
  /** Prices in cents per SMS segment and per MMS; 0 hides the price. */
  MESSAGE_PRICE: z.coerce.number().min(0).default(0),
  MESSAGE_PICTURE_PRICE: z.coerce.number().min(0).default(0),
  /** Default sender name of texts, where networks allow names. Customers cannot reply to it. */
  MESSAGE_SENDER_ID: matchingText(/^(?=.*[A-Za-z])[A-Za-z0-9]{3,11}$/, 'must be 3 to 11 letters and digits'),
  TWILIO_ACCOUNT_SID: matchingText(/^AC[0-9a-fA-F]{32}$/, 'must be AC followed by 32 hexadecimal digits'),
  TWILIO_AUTH_TOKEN: text,
  /** The API key replaces the auth token for API calls, but not for webhook signatures. */
  TWILIO_API_KEY: matchingText(/^SK[0-9a-fA-F]{32}$/, 'must be SK followed by 32 hexadecimal digits'),
  TWILIO_API_SECRET: text,
  TWILIO_FROM: matchingText(/^\+[1-9]\d{7,14}$/, 'must be a number such as +61491570156'),
  TWILIO_MESSAGING_SERVICE_SID: matchingText(/^MG[0-9a-fA-F]{32}$/, 'must be MG followed by 32 hexadecimal digits'),
  TWILIO_API_BASE: address.default('https://api.twilio.com'),
  CLICKSEND_USERNAME: text,
  CLICKSEND_API_KEY: text,
  /** Sender number; if it is empty, ClickSend uses its shared numbers. */
  CLICKSEND_FROM: matchingText(/^\+[1-9]\d{7,14}$/, 'must be a number such as +61491570156'),
  /** Part of the webhook URLs, because ClickSend does not sign its requests. */
  CLICKSEND_HOOK_SECRET: matchingText(/^[\w-]{24,100}$/, 'must be 24 to 100 letters, digits, - and _'),
  CLICKSEND_API_BASE: address.default('https://rest.clicksend.com'),
  MESSAGE_GATEWAY_URL: z.union([z.literal(''), address]).default(''),
  MESSAGE_GATEWAY_SECRET: text,
};

type MessagesSettings = z.output<z.ZodObject<typeof messagesShape>> & {
  PUBLIC_URL?: string | undefined;
  production: boolean;
};

const NEEDED = {
  phone: [],
  twilio: [['TWILIO_ACCOUNT_SID'], ['TWILIO_AUTH_TOKEN'], ['TWILIO_FROM', 'TWILIO_MESSAGING_SERVICE_SID']],
  clicksend: [['CLICKSEND_USERNAME'], ['CLICKSEND_API_KEY'], ['CLICKSEND_HOOK_SECRET']],
  webhook: [['MESSAGE_GATEWAY_URL'], ['MESSAGE_GATEWAY_SECRET']],
} as const;

export function messagesSettingsError(settings: MessagesSettings): string | null {
  const { MESSAGES: carrier } = settings;
  if (carrier === 'phone') return null;
  const missing = NEEDED[carrier].filter((names) => names.every((name) => settings[name] === ''));
  if (missing.length > 0)
    return `MESSAGES=${carrier} also needs ${missing.map((names) => names.join(' or ')).join(' and ')}.`;
  if (carrier === 'twilio' && (settings.TWILIO_API_KEY === '') !== (settings.TWILIO_API_SECRET === ''))
    return 'TWILIO_API_KEY and TWILIO_API_SECRET must be set together.';
  if (carrier === 'webhook' && !isWebhookSecret(settings.MESSAGE_GATEWAY_SECRET))
    return 'MESSAGE_GATEWAY_SECRET must be whsec_ followed by 24 to 64 bytes in base64.';
  return publicUrlError(settings);
}

function publicUrlError({ MESSAGES, PUBLIC_URL, production }: MessagesSettings): string | null {
  if (PUBLIC_URL === undefined)
    return `MESSAGES=${MESSAGES} also needs PUBLIC_URL: the carrier fetches pictures there and reports back to it.`;
  return production && !PUBLIC_URL.startsWith('https:')
    ? `MESSAGES=${MESSAGES} in production needs a PUBLIC_URL with https:.`
    : null;
}
