import { type Challenge, createChallenge, type DeriveKeyFunction, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Database } from '#server/platform/database/database.ts';
import type { SessionKeys } from '#server/platform/kernel/secrets.ts';
import type { Clock } from '../../clock.ts';
import type { HumanAction, HumanCheck } from './port.ts';
import { spendToken } from './used-tokens-store.ts';

/** Solving takes about 0.1 s on a laptop and 0.3 to 1 s on a phone; verifying takes 3 ms on the server. */
const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 5_000, minTries: 50, maxTries: 150 };
const CHALLENGE_LIFE_MS = 20 * 60_000;

const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(WORK.algorithm),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(WORK.cost),
      keyLength: z.int(),
      keyPrefix: z.string(),
      data: z.object({ action: z.string(), expires: z.int(), work: z.int().optional() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});
type Payload = z.output<typeof payload>;

type AltchaParts = { database: Pick<Database, 'orm'>; clock: Pick<Clock, 'ms'>; secrets: SessionKeys };

export function createAltcha(parts: AltchaParts): HumanCheck {
  const buildKeys = (secret: Pick<SessionKeys, 'key'>) => ({
    hmacSignatureSecret: secret.key('human-check-1').toString('hex'),
    hmacKeySignatureSecret: secret.key('human-check-2').toString('hex'),
    deriveKey: deriveKey as DeriveKeyFunction,
  });
  const signing = buildKeys(parts.secrets);
  const verifying = parts.secrets.verifying.map(buildKeys);
  return {
    name: 'altcha',
    challenge: (action: HumanAction, work = 1) =>
      createChallenge({
        ...signing,
        algorithm: WORK.algorithm,
        cost: WORK.cost,
        counter: randomInt(WORK.maxTries * work, WORK.minTries * work),
        // Stores the expiry again, because the library compares `expiresAt` with the machine's clock, not the shop's.
        data: { action, expires: parts.clock.ms() + CHALLENGE_LIFE_MS, ...(work > 1 ? { work } : {}) },
      }),
    readWork: (token) => readToken(token)?.challenge.parameters.data.work ?? 1,
    async verify({ token, action }) {
      const read = readToken(token);
      if (!read) return false;
      const { data } = read.challenge.parameters;
      if (data.action !== action || data.expires <= parts.clock.ms()) return false;
      const solved = { challenge: read.challenge as Challenge, solution: { time: 0, ...read.solution } };
      for (const keys of verifying)
        if ((await verifySolution({ ...keys, ...solved })).verified) return spendOnce(parts, read);
      return false;
    },
  };
}

function readToken(token: string): Payload | null {
  try {
    return payload.parse(JSON.parse(Buffer.from(token, 'base64').toString('utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** Prevents replay attacks, which the library does not. */
function spendOnce({ database }: AltchaParts, { challenge }: Payload): Promise<boolean> {
  const { nonce, data } = challenge.parameters;
  return spendToken(database.orm, { token: `altcha:${nonce}`, expiresAt: new Date(data.expires) });
}
