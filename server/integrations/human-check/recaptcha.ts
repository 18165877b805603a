import { z } from 'zod';
import { providerError } from '#server/platform/ports/service.ts';
import { callHttp } from '../service/http-call.ts';
import type { Guard } from '../service/resilience-policy.ts';
import type { HumanCheck } from './port.ts';

export type RecaptchaOptions = {
  guard: Guard;
  secret: string;
  url: string;
  score: number;
  /** The shop's host name. Tokens from other sites are rejected. */
  hostname: string;
};

/** Errors that our own configuration causes. They are service errors, not a verdict about the visitor. */
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
 * Verifies reCAPTCHA tokens. A token is valid once, for two minutes, and only for its action and host; `success` alone
 * only means that it is genuine. Throws a ProviderError if there is no verdict.
 */
export function createRecaptcha({ guard, secret, url, score, hostname }: RecaptchaOptions): HumanCheck {
  return {
    name: 'recaptcha',
    async verify({ token, action, address }) {
      if (token === '') return false;
      const response = await callHttp(guard, {
        service: 'human check',
        url,
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, remoteip: address }),
        // Do not retry: Google responds to a repeated check with 'timeout-or-duplicate', which would reject a person.
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
      const isExpected = verdict.action === action && verdict.hostname === hostname;
      return verdict.success && isExpected && (verdict.score ?? 0) >= score;
    },
  };
}
