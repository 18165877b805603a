import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { callHttp } from '../service/http-call.ts';
import type { Guard } from '../service/resilience-policy.ts';
import type { GoogleAccount } from './google.ts';

export type GoogleApiOptions = {
  account: GoogleAccount;
  base: string;
  tokenUrl: string;
  guard: Guard;
  clock: Pick<Clock, 'now'>;
};

const SERVICE = 'google wallet';
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const TOKEN_SECONDS = 3_600;
/** Renew access tokens a minute before they expire. */
const SPARE_MS = 60_000;

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() });

export function createGoogleApi(options: GoogleApiOptions) {
  const { guard, base } = options;
  const tokens = createTokens(options);
  return {
    /** Updates a card's pass. Idempotent. Throws when Google rejects the change. */
    async patchGiftCard(objectId: string, change: object): Promise<'updated' | 'missing'> {
      const answer = await callHttp(guard, {
        service: SERVICE,
        url: `${base}/walletobjects/v1/giftCardObject/${encodeURIComponent(objectId)}`,
        method: 'PATCH',
        headers: { authorization: `Bearer ${await tokens.current()}`, 'content-type': 'application/json' },
        body: JSON.stringify(change),
        repeatable: true,
        answer: z.unknown(),
      });
      if (answer.ok) return 'updated';
      if (answer.status === 404) return 'missing';
      if (answer.status === 401) tokens.drop();
      throw new Error(`Google Wallet rejected a change: HTTP ${answer.status}.`);
    },
  };
}

type Token = { text: string; until: number };

function createTokens({ account, tokenUrl, guard, clock }: GoogleApiOptions) {
  let cachedToken: Promise<Token> | null = null;
  const drop = (): void => {
    cachedToken = null;
  };
  const request = async (): Promise<Token> => {
    const now = clock.now().getTime();
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.email)
      .setAudience(tokenUrl)
      .setIssuedAt(Math.floor(now / 1_000))
      .setExpirationTime(Math.floor(now / 1_000) + TOKEN_SECONDS)
      .sign(account.key);
    const answer = await callHttp(guard, {
      service: SERVICE,
      url: tokenUrl,
      method: 'POST',
      body: new URLSearchParams({ grant_type: GRANT, assertion }),
      repeatable: true,
      answer: tokenAnswer,
    });
    if (!answer.ok) throw new Error(`Google issued no token to the service account: HTTP ${answer.status}.`);
    return { text: answer.body.access_token, until: now + answer.body.expires_in * 1_000 - SPARE_MS };
  };
  return {
    drop,
    /** Returns an access token. Concurrent calls share one token request; failures are not cached. */
    async current(): Promise<string> {
      const before = cachedToken;
      const token = before && (await before);
      if (token && token.until > clock.now().getTime()) return token.text;
      if (cachedToken === before) {
        cachedToken = request();
        cachedToken.catch(drop);
      }
      return (await (cachedToken ?? request())).text;
    },
  };
}
