import { z } from 'zod';
import type { Guard } from '../service/guard.ts';
import { httpCall } from '../service/http-call.ts';
import { outsideFault } from '../service/port.ts';
import type { HumanCheck } from './port.ts';

export type RecaptchaOptions = {
  guard: Guard;
  secret: string;
  /** Where tokens are asked about: '…/recaptcha/api/siteverify' */
  url: string;
  /** The least score that counts as a person, 0 to 1 */
  score: number;
  /** The shop's own host name; a token made on another site is refused */
  hostname: string;
};

/** Refusals that are a wrong setting of ours: no shopper could ever pass, so it is a fault of the service and not a verdict. */
const OUR_MISTAKES = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request']);

const answer = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  'error-codes': z
    .array(z.string())
    .default([])
    .refine((codes) => !codes.some((code) => OUR_MISTAKES.has(code)), 'RECAPTCHA_SECRET is wrong'),
});

/**
 * reCAPTCHA v3. A token counts once, for two minutes, for its action and this host. `success` alone only says that the token is genuine.
 * Throws an OutsideFault when Google gives no verdict: the caller decides whether the shopper may go on.
 */
export function createRecaptcha({ guard, secret, url, score, hostname }: RecaptchaOptions): HumanCheck {
  return {
    name: 'recaptcha',
    async verify({ token, action, address }) {
      if (token === '') return false;
      const asked = await httpCall(guard, {
        service: 'human check',
        url,
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, remoteip: address }),
        // A second look at the same token is answered 'timeout-or-duplicate', so it would refuse a person.
        repeatable: false,
        answer,
      });
      if (!asked.ok)
        throw outsideFault({
          service: 'human check',
          kind: 'garbage',
          carriedOut: true,
          cause: `HTTP ${asked.status}`,
        });
      const verdict = asked.body;
      const here = verdict.action === action && verdict.hostname === hostname;
      return verdict.success && here && (verdict.score ?? 0) >= score;
    },
  };
}
