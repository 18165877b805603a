import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillCart, pay, signIn } from '#test/support/customer.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { createDataFolder, type RunningServer, startServer } from '../steps/server.ts';

type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string };

const TRACE = '0af7651916cd43dd8448eb211c80319c';

describe('a shop that sends traces to a collector', () => {
  const folder = createDataFolder();
  const spans: Span[] = [];
  let received = '';
  let collector: Server;
  let server: RunningServer;

  beforeAll(async () => {
    collector = createServer(async (request, answer) => {
      const body = await new Response(request as never).text();
      received += body;
      for (const { scopeSpans } of JSON.parse(body).resourceSpans)
        spans.push(...scopeSpans.flatMap((scope: { spans: Span[] }) => scope.spans));
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((open) => collector.listen(0, '127.0.0.1', open));
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const env = { DATA_DIR: folder.path, DATABASE_URL: '', WEB: 'none', HUMAN_CHECK: 'none', TRUST_PROXY: 'loopback' };
    server = await startServer({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '100' });
  });
  afterAll(async () => {
    await server?.stop();
    collector?.close();
    folder.remove();
  });

  const named = (name: string) => spans.filter((span) => span.name === name);
  function wayUp(span: Span | undefined): string[] {
    if (!span) return [];
    return [span.name, ...wayUp(spans.find(({ spanId }) => spanId === span.parentSpanId))];
  }

  it('records one trace from the payment to the carrier, without personal data', async () => {
    await server.moveTo('2026-11-02T01:00:00Z');
    const customer = await signIn(server.send, server.phone, '+61412345678');
    const when = { scheduledAt: '2026-11-02 12:00:00', zone: 'Australia/Sydney', to: '0491570157' };
    await fillCart(server.send, customer, [await prepareDemoCard(server.send, customer, when)]);
    expect((await pay(server.send, customer, 'pm_card_visa:visa:4242')).status).toBe(200);
    await expect
      .poll(() => named('message.send').map((span) => wayUp(span).at(-1)))
      .toContain('POST carts/mine/payment-information');
    const [paid] = named('POST carts/mine/payment-information');
    const ofPurchase = spans.filter(({ traceId }) => traceId === paid?.traceId).map(({ name }) => name);
    expect(ofPurchase).toEqual(expect.arrayContaining(['database.transaction', 'message.send']));
    for (const detail of ['412345678', '491570157', 'Wren', 'Mia', 'example.com', customer.token])
      expect(received).not.toContain(detail);
  });

  it('continues the trace that a trusted proxy started', async () => {
    await fetch(`${server.url}/rest/default/V1/mobiledigital/orders`, {
      headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01` },
    });
    await expect
      .poll(() => spans.find(({ traceId }) => traceId === TRACE))
      .toMatchObject({
        name: 'GET mobiledigital/orders',
        parentSpanId: 'b7ad6b7169203331',
      });
  });
});
