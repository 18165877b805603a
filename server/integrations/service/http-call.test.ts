import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { isProviderError } from '#server/platform/ports/service.ts';
import { type FaultProxy, startFaultProxy } from '#test/fakes/fault-proxy.ts';
import { type Answered, type StandIn, startStandIn } from '#test/fakes/stand-in.ts';
import { createClock } from '../../clock.ts';
import { callHttp } from './http-call.ts';
import { createGuard, type GuardOptions } from './resilience-policy.ts';

let service: StandIn;
let proxy: FaultProxy;
let answer: () => Answered;
let requestCount = 0;

beforeEach(async () => {
  requestCount = 0;
  answer = () => ({ status: 200, body: { id: 'SM1', extra: true } });
  service = await startStandIn(() => {
    requestCount += 1;
    return answer();
  });
  proxy = await startFaultProxy({ port: service.port, slowMs: 400 });
});
afterEach(async () => {
  vi.useRealTimers();
  await proxy.close();
  await service.close();
});

const buildGuard = (options: Partial<GuardOptions> = {}) =>
  createGuard({
    service: 'messages',
    provider: 'test',
    clock: createClock({ movable: false }),
    timeoutMs: 10_000,
    backoffMs: 1,
    ...options,
  });

const call = (guard = buildGuard(), repeatable = false) =>
  callHttp(guard, {
    service: 'messages',
    url: proxy.url,
    method: 'POST',
    repeatable,
    answer: z.object({ id: z.string() }),
  });

const catchProviderError = async (calling: Promise<unknown>) => {
  const error = await calling.catch((thrown: unknown) => thrown);
  if (!isProviderError(error)) throw new Error('expected a provider error', { cause: error });
  return { kind: error.errorKind, mayHaveBeenApplied: error.mayHaveBeenApplied };
};

it('parses a valid response by its schema, and /readyz shows the service as working', async () => {
  const guard = buildGuard();
  expect(guard.health()).toMatchObject({ state: 'not called yet' });
  expect(await call(guard)).toEqual({ ok: true, status: 200, body: { id: 'SM1' } });
  expect(guard.health()).toMatchObject({ service: 'messages', provider: 'test', state: 'working', answered: 1 });
});

it('returns a 4xx response as a result, not as a service failure', async () => {
  answer = () => ({ status: 400, body: { code: 21211 } });
  const guard = buildGuard();
  expect(await call(guard)).toEqual({ ok: false, status: 400, text: '{"code":21211}' });
  expect(requestCount).toBe(1);
  expect(guard.health().failed).toBe(0);
});

it.each([
  { mode: 'down', kind: 'network', mayHaveBeenApplied: false },
  { mode: 'slow', kind: 'timeout', mayHaveBeenApplied: true, timeoutMs: 150 },
  { mode: 'half-open', kind: 'timeout', mayHaveBeenApplied: true, timeoutMs: 150 },
  { mode: 'busy', kind: 'rate_limited', mayHaveBeenApplied: false },
  { mode: 'garbage', kind: 'invalid_response', mayHaveBeenApplied: true },
] as const)(
  'throws an error of kind "$kind" when the service is $mode',
  async ({ mode, kind, mayHaveBeenApplied, ...limits }) => {
    await proxy.set(mode);
    const guard = buildGuard(limits);
    expect(await catchProviderError(call(guard))).toEqual({ kind, mayHaveBeenApplied });
    expect(guard.health()).toMatchObject({ state: 'failing', lastError: { kind } });
  },
);

it('retries a call that may have been applied only if a retry is harmless', async () => {
  answer = () => ({ status: 502, body: '' });
  expect(await catchProviderError(call())).toEqual({ kind: 'server_error', mayHaveBeenApplied: true });
  expect(requestCount).toBe(1);
  expect(await catchProviderError(call(buildGuard({ retries: 2 }), true))).toEqual({
    kind: 'server_error',
    mayHaveBeenApplied: true,
  });
  expect(requestCount).toBe(4);
});

it('waits for a short Retry-After, but leaves a long wait to the caller', async () => {
  const busyOnce = (seconds: string) => (): Answered =>
    requestCount > 1
      ? { status: 200, body: { id: 'SM2' } }
      : { status: 429, body: '', headers: { 'retry-after': seconds } };
  answer = busyOnce('0');
  expect(await call()).toMatchObject({ ok: true, body: { id: 'SM2' } });
  requestCount = 0;
  answer = busyOnce('30');
  expect(await catchProviderError(call())).toEqual({ kind: 'rate_limited', mayHaveBeenApplied: false });
  expect(requestCount).toBe(1);
});

it('skips a failing service while the circuit is open, then probes it with one call and resumes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await proxy.set('garbage');
  const guard = buildGuard({ maxFailures: 2, openMs: 15_000 });
  await catchProviderError(call(guard));
  await catchProviderError(call(guard));
  const before = proxy.connections();
  expect(await catchProviderError(call(guard))).toEqual({ kind: 'circuit_open', mayHaveBeenApplied: false });
  expect(proxy.connections()).toBe(before);
  expect(guard.health().state).toBe('circuit_open');
  await proxy.set('works');
  vi.setSystemTime(Date.now() + 14_999);
  expect(await catchProviderError(call(guard))).toEqual({ kind: 'circuit_open', mayHaveBeenApplied: false });
  vi.setSystemTime(Date.now() + 1);
  expect((await call(guard)).ok).toBe(true);
  expect(guard.health().state).toBe('working');
});

it('replaces characters in a response that the database cannot store', async () => {
  answer = () => ({ status: 200, body: { id: 'SM\0 and half \ud800' } });
  expect(await call()).toMatchObject({ ok: true, body: { id: 'SM\uFFFD and half \uFFFD' } });
});

it('rejects an endless response and a redirect', async () => {
  answer = () => ({ status: 200, body: `"${'x'.repeat(2 * 1024 * 1024)}"` });
  expect((await catchProviderError(call(buildGuard()))).kind).toBe('network');
  answer = () => ({ status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } });
  expect((await catchProviderError(call())).kind).toBe('invalid_response');
});

it('rethrows our own bugs without counting them as service failures', async () => {
  const guard = buildGuard();
  const mistake = guard.call({ repeatable: true, run: () => Promise.reject(new TypeError('ours')) });
  await expect(mistake).rejects.toThrow('ours');
  expect(guard.health()).toMatchObject({ state: 'not called yet', failed: 0 });
});
