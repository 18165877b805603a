import { context, propagation, trace } from '@opentelemetry/api';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { traceNow } from '#server/platform/kernel/telemetry/tracing.ts';
import { parseTrustedProxies } from '../proxies/trusted-proxies.ts';
import { registerTraces } from './traces.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

beforeAll(() => new NodeTracerProvider().register());
afterAll(() => {
  for (const api of [context, propagation, trace]) api.disable();
});

async function fetchTraceId(TRUST_PROXY: string | undefined, remoteAddress: string): Promise<string | undefined> {
  const app = Fastify();
  registerTraces(app as never, parseTrustedProxies(TRUST_PROXY));
  app.get('/', async () => traceNow());
  const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
  const answer = await app.inject({ url: '/', headers, remoteAddress });
  await app.close();
  return answer.json().traceparent?.split('-')[1];
}

it('joins a trace only if a trusted proxy sends the trace id', async () => {
  expect(await fetchTraceId('10.0.0.0/8', '10.1.2.3')).toBe(TRACE);
  expect(await fetchTraceId('1', '203.0.113.7')).toBe(TRACE);
  for (const setting of [undefined, 'none', '10.0.0.0/8'])
    expect(await fetchTraceId(setting, '203.0.113.7')).toMatch(/^(?!4bf92f)[\da-f]{32}$/);
});
