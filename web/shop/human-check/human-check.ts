import type { Challenge, Solution } from 'altcha-lib/types';
import { toE164 } from '#contract/rules/customer/mobile.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/rules/limits.ts';
import { apiError } from '#web/shared/api/api-error.ts';
import { queryClient } from '../queries/query-client.ts';
import { shopSettingsQuery } from '../queries/shop-settings.ts';
import { fetchRecaptchaToken } from './recaptcha.ts';

export type HumanAction = 'login' | 'checkout';

/** Shorter than verifiers accept: 20 minutes for challenges, two minutes for Google's tokens. */
const KEPT_MS = { altcha: 15 * 60_000, recaptcha: 90_000 };

type Ahead = { token: Promise<string>; preparedAt: number; keptMs: number };
const ahead = new Map<HumanAction, Ahead>();

/** Prefetches a token before the customer presses the button. */
export function prepareHumanToken(action: HumanAction): void {
  const preparedToken = ahead.get(action);
  if (preparedToken && Date.now() - preparedToken.preparedAt < preparedToken.keptMs) return;
  const next: Ahead = { token: Promise.resolve(''), preparedAt: Date.now(), keptMs: KEPT_MS.altcha };
  next.token = createToken(action, next);
  // Ignores the error here, because the call that uses the token reports it.
  next.token.catch(() => ahead.delete(action));
  ahead.set(action, next);
}

/** Returns a single-use token, or '' if the shop needs none. Throws an ApiError if the challenge cannot be fetched. */
export function getHumanToken(action: HumanAction): Promise<string> {
  prepareHumanToken(action);
  const token = ahead.get(action)?.token as Promise<string>;
  ahead.delete(action);
  return token;
}

/** Solves a new challenge, because a prefetched one may be too easy: the difficulty rises while many codes are sent. */
export function solveFreshChallenge(to: { mobile: string } | 'mailbox'): Promise<string> {
  // Omit the last four digits: GET parameters appear in logs.
  const challengeQuery: Record<string, string> =
    to === 'mailbox' ? { channel: 'email' } : { prefix: (toE164(to.mobile) ?? '').slice(0, -4) };
  return createToken('login', { token: Promise.resolve(''), preparedAt: Date.now(), keptMs: 0 }, challengeQuery);
}

async function createToken(
  action: HumanAction,
  next: Ahead,
  challengeQuery: Record<string, string> = {},
): Promise<string> {
  const { human_check, recaptcha_site_key } = await queryClient().fetchQuery(shopSettingsQuery);
  if (human_check === 'none') return '';
  next.keptMs = KEPT_MS[human_check];
  if (human_check === 'recaptcha') return fetchRecaptchaToken(recaptcha_site_key, action);
  const challenge = await fetchChallenge({ action, ...challengeQuery });
  return btoa(JSON.stringify({ challenge, solution: await solveAside(challenge) }));
}

async function fetchChallenge(challengeQuery: Record<string, string>): Promise<Challenge> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const answer = await fetch(`/altcha/challenge?${new URLSearchParams(challengeQuery)}`, { signal }).catch(() => null);
  if (!answer) throw apiError({ kind: 'offline' });
  if (!answer.ok) throw apiError({ kind: 'http', status: answer.status });
  return answer.json();
}

type WorkerAnswer = { solution?: Solution; error?: string };

/** Solves the challenge in a worker, or on the page if workers are unavailable. */
async function solveAside(challenge: Challenge): Promise<Solution> {
  let worker: Worker;
  try {
    worker = new Worker(new URL('./human-check-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return solveHere(challenge);
  }
  try {
    const answer = await new Promise<WorkerAnswer | null>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage(challenge);
    });
    return answer?.solution ?? (await solveHere(challenge));
  } finally {
    worker.terminate();
  }
}

async function solveHere(challenge: Challenge): Promise<Solution> {
  const { solveHumanCheck } = await import('./solve-human-check.ts');
  return solveHumanCheck(challenge);
}
