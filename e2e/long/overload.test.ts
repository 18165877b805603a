import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fillCart, pay, signIn } from '#test/support/customer.ts';
import { databaseKinds, makeBarePostgres } from '#test/support/database.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { createDataFolder, type RunningServer, startServer } from '../steps/server.ts';

const AT_ONCE = 400;
const ROUNDS = 3;
const MAX_MEGABYTES = 800;
const AS_BEFORE_MS = 10_000;
const hasProc = process.platform === 'linux';

describe.each(databaseKinds())('an overloaded server on %s', (kind) => {
  const folder = createDataFolder();
  let postgres: Awaited<ReturnType<typeof makeBarePostgres>> | undefined;
  let server: RunningServer;

  beforeEach(async () => {
    if (kind === 'postgres') postgres = await makeBarePostgres();
    server = await startServer({
      DATA_DIR: folder.path,
      DATABASE_URL: postgres?.databaseUrl ?? '',
      HUMAN_CHECK: 'none',
      TRUST_PROXY: '1',
      CLOCK_FROM: '2026-11-02T01:00:00Z',
    });
  });
  afterEach(async () => {
    await server?.stop();
    await postgres?.remove();
    folder.remove();
  });

  let requestCount = 0;
  async function statusOfPage(): Promise<number> {
    requestCount += 1;
    const sender = `10.1.${requestCount >> 8}.${requestCount & 255}`;
    const url = `${server.url}/search?q=lantern&price_max=${1_000 + requestCount}`;
    const answer = await fetch(url, { headers: { 'x-forwarded-for': sender } });
    await answer.arrayBuffer();
    return answer.status;
  }
  const flood = async (): Promise<number[]> => Promise.all(Array.from({ length: AT_ONCE }, statusOfPage));

  it('keeps selling while it rejects pages, and recovers within ten seconds after the overload', async () => {
    const customer = await signIn(server.send, server.phone, '+61412345678');
    const when = { scheduledAt: '2026-11-03 12:00:00', zone: 'Australia/Sydney', to: '0491570157' };
    const card = await prepareDemoCard(server.send, customer, when);
    expect(await statusOfPage()).toBe(200);
    const statuses: number[] = [];
    let bought = 0;
    const flooding = (async () => {
      for (let round = 0; round < ROUNDS; round += 1) statuses.push(...(await flood()));
    })();
    let isOver = false;
    void flooding.finally(() => {
      isOver = true;
    });
    do {
      await fillCart(server.send, customer, [card]);
      expect((await pay(server.send, customer, 'pm_card_visa')).status).toBe(200);
      bought += 1;
    } while (!isOver);
    await flooding;
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(AT_ONCE);
    expect(bought).toBeGreaterThan(0);
    if (hasProc) {
      const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
      expect(Number(kilobytes) / 1_024).toBeLessThan(MAX_MEGABYTES);
    }
    const began = performance.now();
    for (let page = 0; page < 5; page += 1) expect(await statusOfPage()).toBe(200);
    expect(performance.now() - began).toBeLessThan(AS_BEFORE_MS);
  });

  it('responds to too many searches with 429 instead of an error page', async () => {
    const headers = { 'x-forwarded-for': '10.9.9.9' };
    const search = async (maxPrice: number): Promise<number> =>
      (await fetch(`${server.url}/rest/default/V1/mobiledigital/search?q=kettle&price_max=${maxPrice}`, { headers }))
        .status;
    const statuses: number[] = [];
    for (let from = 1; !statuses.includes(429); from += 20)
      statuses.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => search(from + index)))));
    const page = await fetch(`${server.url}/search?q=kettle&price_max=999`, { headers });
    expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await page.text()).toContain('Try again');
    expect(await statusOfPage()).toBe(200);
  });
});
