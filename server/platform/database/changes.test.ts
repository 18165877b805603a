import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Changes, createChanges } from './changes.ts';
import type { Database, Listener } from './database.ts';

let heard: Listener;
let notices: string[];
let changes: Changes;
let outage: Promise<void> | undefined;

const database = {
  kind: 'postgres',
  subscribe(listener: Listener) {
    heard = listener;
    const send = async (text: string) => {
      notices.push(text);
      await outage;
    };
    return { send, stop: async () => undefined };
  },
} as unknown as Database;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  notices = [];
  outage = undefined;
  changes = createChanges(database);
  changes.start();
  heard.onListening();
});
afterEach(async () => {
  await changes.stop();
  vi.useRealTimers();
});

const arrive = (): void => heard.onNotice(notices.at(-1) ?? '');
const readNow = (...ids: number[]) => ({ version: changes.catalogue.version(), ids });
const isCurrent = (read: ReturnType<typeof readNow>): boolean => changes.catalogue.isCurrent(read);

it('treats a cached read as current only once a heartbeat returns, for one second after it was sent', () => {
  const read = readNow();
  expect(isCurrent(read)).toBe(false);
  arrive();
  expect(isCurrent(read)).toBe(true);
  vi.advanceTimersByTime(999);
  expect(isCurrent(read)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isCurrent(read)).toBe(false);
  arrive();
  expect(isCurrent(read)).toBe(true);
});

it('sends one heartbeat at a time while the database is down, and resumes when the database is back', async () => {
  const recovery = Promise.withResolvers<void>();
  outage = recovery.promise;
  for (let beats = 0; beats < 10; beats += 1) await vi.advanceTimersByTimeAsync(300);
  expect(notices).toHaveLength(2);
  recovery.resolve();
  await vi.advanceTimersByTimeAsync(300);
  expect(notices).toHaveLength(3);
  arrive();
  expect(changes.isKnown()).toBe(true);
});

it('ignores heartbeats sent by other servers', () => {
  heard.onNotice('heartbeat 00000000-0000-4000-8000-000000000000 1');
  expect(changes.isKnown()).toBe(false);
});

it('invalidates reads of a changed product, and all reads after a change without an id', () => {
  arrive();
  const [teapot, mug] = [readNow(1, 2), readNow(3)];
  heard.onNotice('catalogue 2');
  expect([teapot, mug].map(isCurrent)).toEqual([false, true]);
  expect(isCurrent(readNow(1, 2))).toBe(true);
  heard.onNotice('catalogue');
  expect(isCurrent(mug)).toBe(false);
});

it('ignores changes to other topics', () => {
  arrive();
  const read = readNow(7);
  heard.onNotice('sessions 7');
  expect(isCurrent(read)).toBe(true);
});

it('invalidates all reads after a reconnect', () => {
  arrive();
  const read = readNow();
  heard.onListening();
  arrive();
  expect(isCurrent(read)).toBe(false);
});

it('invalidates all reads when more than 10,000 products have changed', () => {
  arrive();
  const read = readNow();
  for (let product = 1; product <= 10_000; product += 1) heard.onNotice(`catalogue ${product}`);
  expect(isCurrent(read)).toBe(true);
  heard.onNotice('catalogue 10001');
  expect(isCurrent(read)).toBe(false);
});
