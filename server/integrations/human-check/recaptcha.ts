import { z } from 'zod';
import { providerError } from '#server/platform/ports/service.ts';
import { httpCall } from '../service/http-call.ts';
import type { Guard } from '../service/resilience-policy.ts';
import type { HumanCheck } from './port.ts';

export type RecaptchaOptions = {
  guard: Guard;
  secret: string;
  /** Where tokens are verified: '…/recaptcha/api/siteverify' */
  url: string;
  /** The least score that counts as a person, 0 to 1 */
  score: number;
  /** The shop's own host name; a token made on another site is rejected */
  hostname: string;
};

/**
 * Error codes that mean a wrong setting of ours: nobody could ever pass, so it is an error of the service and no
 * verdict.
 */
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
 * reCAPTCHA v3. A token counts once, for two minutes, for its action and this host. `success` alone only says that the
 * token is genuine. Throws a ProviderError when Google gives no verdict: the caller decides whether the customer may go
 * on.
 */
export function createRecaptcha({ guard, secret, url, score, hostname }: RecaptchaOptions): HumanCheck {
  return {
    name: 'recaptcha',
    async verify({ token, action, address }) {
      if (token === '') return false;
      const response = await httpCall(guard, {
        service: 'human check',
        url,
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, remoteip: address }),
        // A second look at the same token is answered 'timeout-or-duplicate', so it would reject a person.
        repeatable: false,
        answer,
      });
      if (!response.ok)
        throw providerError({
          service: 'human check',
          kind: 'invalid_response',
          mayHaveBeenApplied: true,
          cause: `HTTP ${response.status}`,
        });
      const verdict = response.body;
      const here = verdict.action === action && verdict.hostname === hostname;
      return verdict.success && here && (verdict.score ?? 0) >= score;
    },
  };
}
