import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Settings } from '../../settings.ts';
import { createGoogleApi, type GoogleApiOptions } from './google-api.ts';
import { keyError, readKeyText } from './key-text.ts';
import type { GooglePasses, PassCard, PassValue } from './port.ts';

export type GoogleAccount = { issuerId: string; email: string; key: KeyObject };

type Options = GoogleApiOptions & { organisation: string; origin: string };

const SAVE = 'https://pay.google.com/gp/v/save/';
/** Maximum length of the signed token, because some phones truncate longer URLs. */
const LONGEST_JWT = 1_800;

const serviceAccount = z.object({ client_email: z.email(), private_key: z.string().startsWith('-----BEGIN ') });

export async function readGoogleAccount(
  settings: Pick<Settings, 'GOOGLE_WALLET_ISSUER_ID' | 'GOOGLE_WALLET_KEY'>,
): Promise<GoogleAccount> {
  const text = await readKeyText('GOOGLE_WALLET_KEY', settings.GOOGLE_WALLET_KEY, '{');
  try {
    const { client_email: email, private_key } = serviceAccount.parse(JSON.parse(text));
    const key = createPrivateKey(private_key);
    if (key.asymmetricKeyType !== 'rsa') throw new TypeError('The key is not an RSA key.');
    return { issuerId: settings.GOOGLE_WALLET_ISSUER_ID, email, key };
  } catch (error) {
    throw keyError(
      'GOOGLE_WALLET_KEY is not the JSON key of a Google Cloud service account (client_email and an RSA private_key); download it again under IAM, service accounts, keys.',
      error,
    );
  }
}

/**
 * Saving a card creates the seller's pass class. Changed seller details create a new class, because Google keeps the
 * first version.
 */
export function createGooglePasses({ organisation, origin, ...options }: Options): GooglePasses {
  const { account, clock } = options;
  const api = createGoogleApi(options);
  const sign = (payload: object): Promise<string> =>
    new SignJWT({ aud: 'google', typ: 'savetowallet', origins: [origin], payload })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.email)
      .setIssuedAt(Math.floor(clock.now().getTime() / 1_000))
      .sign(account.key);
  return {
    async saveLink(card) {
      for (const plain of [false, true]) {
        const kind = buildClass(card, { account, organisation, plain });
        const object = buildObject(card, { account, classId: kind.id, now: clock.now() });
        const jwt = await sign({ giftCardClasses: [kind], giftCardObjects: [object] });
        if (jwt.length <= LONGEST_JWT) return SAVE + jwt;
      }
      throw new Error(`The link to Google Wallet is longer than ${LONGEST_JWT} characters even without the picture.`);
    },
    update: (value) => api.patchGiftCard(objectId(value, account), buildValueFields(value, clock.now())),
  };
}

type ClassOptions = { account: GoogleAccount; organisation: string; plain: boolean };

/** `plain` leaves out optional parts. The logo's URL must be public, because Google fetches the logo. */
function buildClass({ seller, logo }: PassCard, { account, organisation, plain }: ClassOptions) {
  const facts = {
    issuerName: organisation.slice(0, 60),
    merchantName: seller.name.slice(0, 60),
    reviewStatus: 'UNDER_REVIEW',
    hexBackgroundColor: logo.ground,
    ...(plain || !logo.address.startsWith('https:') ? {} : { programLogo: { sourceUri: { uri: logo.address } } }),
  };
  const version = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 8);
  const name = seller.shopUrl.replace(/[^\w.-]/g, '_').slice(0, 40);
  return { id: `${account.issuerId}.${name}-${version}`, ...facts };
}

type ObjectOptions = { account: GoogleAccount; classId: string; now: Date };

function buildObject(card: PassCard, { account, classId, now }: ObjectOptions) {
  return {
    id: objectId(card, account),
    classId,
    cardNumber: card.shownCode,
    ...(card.pin === null ? {} : { pin: card.pin }),
    barcode: { type: 'CODE_128', value: card.code, alternateText: card.shownCode },
    ...buildValueFields(card, now),
  };
}

const objectId = ({ passId }: PassValue, { issuerId }: GoogleAccount): string => `${issuerId}.${passId}`;

/** A spent card stays active, because a refund may restore value. */
const STATES: Record<PassValue['status'], 'ACTIVE' | 'INACTIVE' | 'EXPIRED'> = {
  active: 'ACTIVE',
  frozen: 'INACTIVE',
  void: 'INACTIVE',
  expired: 'EXPIRED',
};

function buildValueFields({ balanceCents, currency, status, expiresAt }: PassValue, now: Date) {
  return {
    state: STATES[status],
    // A 64-bit number, sent as text: $50.00 is 50,000,000 micros.
    balance: { micros: String(balanceCents * 10_000), currencyCode: currency },
    balanceUpdateTime: { date: now.toISOString() },
    ...(expiresAt ? { validTimeInterval: { end: { date: expiresAt.toISOString() } } } : {}),
  };
}
