import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '#gallery/fixtures/customer.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import { queryClient } from '../queries/query-client.ts';
import { shopSettingsQuery } from '../queries/shop-settings.ts';
import { getHumanToken, prepareHumanToken, solveFreshChallenge } from './human-check.ts';

const { solve } = vi.hoisted(() => ({ solve: vi.fn() }));
vi.mock('./solve-human-check.ts', () => ({ solveHumanCheck: solve }));

let buildAnswer: ((challenge: object) => object) | null = null;
class FakeWorker {
  onmessage?: (event: { data: object }) => void;
  onerror?: () => void;
  terminate = vi.fn();
  postMessage(challenge: object) {
    queueMicrotask(() => (buildAnswer ? this.onmessage?.({ data: buildAnswer(challenge) }) : this.onerror?.()));
  }
}

const fetched = vi.fn();
const use = (human_check: 'none' | 'altcha' | 'recaptcha') =>
  queryClient().setQueryData(shopSettingsQuery.queryKey, { ...settings, human_check, recaptcha_site_key: 'site' });
const decodeToken = (token: string) => JSON.parse(atob(token));

let day = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  day += 1;
  vi.setSystemTime(Date.now() + day * 24 * 3_600_000);
  buildAnswer = () => ({ solution: 'by the worker' });
  fetched.mockReset().mockImplementation(async () => Response.json({ nonce: fetched.mock.calls.length }));
  solve.mockReset().mockResolvedValue('on the page');
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  queryClient().clear();
  vi.useRealTimers();
});

it('returns an empty token and fetches nothing when the shop uses no CAPTCHA', async () => {
  use('none');
  expect(await getHumanToken('login')).toBe('');
  expect(fetched).not.toHaveBeenCalled();
});

describe('challenge', () => {
  beforeEach(() => use('altcha'));

  it('fetches the challenge for the given action and solves it in a worker', async () => {
    expect(decodeToken(await getHumanToken('checkout'))).toEqual({
      challenge: { nonce: 1 },
      solution: 'by the worker',
    });
    expect(fetched.mock.calls[0]?.[0]).toBe('/altcha/challenge?action=checkout');
    expect(solve).not.toHaveBeenCalled();
  });

  it("fetches a new challenge for a mobile number and reveals only the number's prefix", async () => {
    prepareHumanToken('login');
    const token = await solveFreshChallenge({ mobile: '0412345678' });
    expect(decodeToken(token)).toEqual({ challenge: { nonce: 2 }, solution: 'by the worker' });
    expect(fetched.mock.calls[1]?.[0]).toBe('/altcha/challenge?action=login&prefix=%2B6141234');
  });

  it('names the channel but not the email address when a code is sent by email', async () => {
    await solveFreshChallenge('mailbox');
    expect(fetched.mock.calls[0]?.[0]).toBe('/altcha/challenge?action=login&channel=email');
  });

  it.each([
    [
      'cannot be loaded',
      () => {
        buildAnswer = null;
      },
    ],
    [
      'fails',
      () => {
        buildAnswer = () => ({ error: 'no' });
      },
    ],
    [
      'is not supported',
      () =>
        vi.stubGlobal(
          'Worker',
          class {
            constructor() {
              throw new Error('no workers');
            }
          },
        ),
    ],
  ])('solves the challenge on the page when the worker %s', async (_what, breakWorker) => {
    breakWorker();
    expect(decodeToken(await getHumanToken('login')).solution).toBe('on the page');
  });

  it('fetches a challenge once for two prefetches, and uses it for one call only', async () => {
    prepareHumanToken('login');
    prepareHumanToken('login');
    const [first, second] = [await getHumanToken('login'), await getHumanToken('login')];
    expect([decodeToken(first).challenge, decodeToken(second).challenge]).toEqual([{ nonce: 1 }, { nonce: 2 }]);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('does not use a challenge for an action other than the one it was fetched for', async () => {
    prepareHumanToken('login');
    await getHumanToken('checkout');
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(
      expect.arrayContaining(['/altcha/challenge?action=login', '/altcha/challenge?action=checkout']),
    );
  });

  it.each([
    [14, 1],
    [15, 2],
  ])('reuses a challenge only within 15 minutes (after %i minutes: %i fetches)', async (minutes, fetches) => {
    prepareHumanToken('login');
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1));
    vi.setSystemTime(Date.now() + minutes * 60_000);
    await getHumanToken('login');
    expect(fetched).toHaveBeenCalledTimes(fetches);
  });

  it.each([
    ['no connection', () => Promise.reject(new TypeError('offline')), 'offline'],
    ['an error', () => Promise.resolve(new Response('', { status: 429 })), 'http'],
  ])('throws an API error after %s and fetches a new challenge on the next attempt', async (_what, reply, kind) => {
    fetched.mockImplementationOnce(reply as never);
    const error = await getHumanToken('login').catch((reason: unknown) => reason);
    expect(isApiError(error) && error.kind).toBe(kind);
    expect(decodeToken(await getHumanToken('login')).solution).toBe('by the worker');
  });
});

describe('reCAPTCHA', () => {
  const script = () => document.head.querySelector<HTMLScriptElement>('script[src*="recaptcha"]');
  const execute = vi.fn(async (key: string, { action }: { action: string }) => `${key} ${action}`);

  it('fails if the script cannot be loaded, and loads it again on the next attempt', async () => {
    use('recaptcha');
    const failed = getHumanToken('login').catch((reason: unknown) => reason);
    await vi.waitFor(() => expect(script()).toBeTruthy());
    expect(script()?.src).toContain('render=site');
    script()?.onerror?.(new Event('error'));
    const error = await failed;
    expect(isApiError(error) && error.kind).toBe('offline');
    expect(script()).toBeNull();

    const token = getHumanToken('login');
    await vi.waitFor(() => expect(script()).toBeTruthy());
    vi.stubGlobal('grecaptcha', { ready: (then: () => void) => then(), execute });
    script()?.onload?.(new Event('load'));
    expect(await token).toBe('site login');
    expect(await getHumanToken('checkout')).toBe('site checkout');
    expect(document.head.querySelectorAll('script[src*="recaptcha"]')).toHaveLength(1);
  });
});
