import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultMode, FaultProxy } from '#test/fakes/fault-proxy.ts';
import { signPayload, WEBHOOK_SECRET } from '#test/fakes/stripe.ts';
import { cutConnections } from '#test/support/database-acts.ts';
import { fillDisk } from '#test/support/full-disk.ts';
import type { ChaosShop } from './chaos-shop.ts';

type Random = (sides: number) => number;
const MODES: readonly FaultMode[] = ['down', 'slow', 'half-open', 'busy', 'garbage', 'failing', 'unanswered'];
const LAST_MS = 3_000;
const LIVES_MS = 8_000;
/** Minimum number of responses between two faults of the same kind, so that slow machines do not get more faults. */
const ANSWERS = 10;
const LOOK_MS = 50;

type Broken = { kills: number; [name: string]: number };

/**
 * Injects faults until `kills` servers were killed. Killed servers restart immediately. Meanwhile databases disconnect,
 * providers fail, and webhooks arrive late and repeatedly.
 */
export async function injectFaults(shop: ChaosShop, { kills, random }: { kills: number; random: Random }) {
  const broken: Broken = { kills: 0 };
  let enough = false;
  const isOver = (): boolean => enough || shop.state.closed;
  const count = (name: string) => {
    broken[name] = (broken[name] ?? 0) + 1;
  };
  const answers = async (): Promise<void> => {
    const before = shop.state.answered;
    while (!isOver() && shop.state.answered < before + ANSWERS) await sleep(LOOK_MS);
  };
  const untilOver = async (name: string, turn: () => Promise<unknown>): Promise<void> => {
    while (!isOver()) {
      await Promise.all([sleep(500 + random(2_000)), answers()]);
      if (isOver()) return;
      await turn();
      count(name);
    }
  };
  const aWhile = async (proxy: FaultProxy, mode: FaultMode): Promise<void> => {
    await proxy.set(mode);
    await sleep(random(LAST_MS));
    await proxy.set('works');
  };
  const anyOf = <T>(things: readonly T[]): T => things[random(things.length)] as T;
  async function kill(serverIndex: number): Promise<void> {
    while (broken.kills < kills && !isOver()) {
      broken.kills += 1;
      await Promise.all([sleep(random(LIVES_MS)), answers()]);
      await shop.restart(serverIndex, 'kill');
    }
  }
  const reported = new Set<string>();
  async function report(): Promise<void> {
    for (const event of shop.stripe.events) {
      if (reported.has(event.id)) continue;
      reported.add(event.id);
      const headers = signPayload(event.text, { secret: WEBHOOK_SECRET, signedAt: new Date(shop.context.clock.ms()) });
      for (let times = 0; times <= random(2); times += 1) await post('/webhooks/stripe', event.text, headers);
    }
    for (const message of shop.twilio.carried()) {
      if (reported.has(message.ref)) continue;
      reported.add(message.ref);
      const { url, headers, payload } = shop.twilio.report(message, anyOf(['sent', 'delivered'] as const));
      for (let times = 0; times <= random(2); times += 1) await post(url, payload, headers);
    }
  }
  /** Does not resend failed webhooks, because the shop must recover by reconciling. */
  async function post(path: string, body: string, headers: Record<string, string>): Promise<void> {
    const [server] = shop.servers();
    await (server && fetch(server.url + path, { method: 'POST', body, headers }).catch(() => null));
  }
  const killing = Promise.all(shop.cables.map((_, index) => kill(index))).then(() => {
    enough = true;
  });
  await Promise.all([
    killing,
    untilOver('database cut', () => aWhile(anyOf(shop.cables), anyOf(['down', 'half-open', 'slow'] as const))),
    untilOver('connections ended', () => shop.patiently(({ database }) => cutConnections(database))),
    untilOver('disk full', async () => {
      await shop.patiently(({ database }) => fillDisk(database, 'full'));
      await sleep(random(LAST_MS));
      await shop.patiently(({ database }) => fillDisk(database, 'free'));
      // Leaves time without a full disk. Otherwise operator commands could fail on every attempt and never finish.
      await sleep(LIVES_MS);
    }),
    untilOver('payments', () => aWhile(shop.payments, anyOf(MODES))),
    untilOver('carrier', () => aWhile(shop.carrier, anyOf(MODES))),
    untilOver('reports', report),
  ]);
  for (const proxy of [...shop.cables, shop.payments, shop.carrier]) await proxy.set('works');
  await report();
  return broken;
}
