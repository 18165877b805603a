import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Changes, createChanges } from './changes.ts';
import type { Database, Listener } from './database.ts';

let heard: Listener;
let sent: string[];
let changes: Changes;
/** Until the database is there again. */
let gone: Promise<void> | undefined;

/** A PostgreSQL server that hands on what is sent to it when the test says so. */
const database = {
  kind: 'postgres',
  subscribe(listener: Listener) {
    heard = listener;
    const send = async (text: string) => {
      sent.push(text);
      await gone;
    };
    return { send, stop: async () => undefined };
  },
} as unknown as Database;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  sent = [];
  gone = undefined;
  changes = createChanges(database);
  changes.start();
  heard.onListening();
});
afterEach(async () => {
  await changes.stop();
  vi.useRealTimers();
});

const arrive = (): void => heard.onNotice(sent.at(-1) ?? '');
const readNow = (...ids: number[]) => ({ version: changes.catalogue.version(), ids });
const isCurrent = (read: ReturnType<typeof readNow>): boolean => changes.catalogue.isCurrent(read);

it('nothing is current before a heartbeat has come back, nor a second after the last that did was sent', () => {
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

it('heartbeats do not pile up while the database is gone, and go on when it is back', async () => {
  const back = Promise.withResolvers<void>();
  gone = back.promise;
  for (let beats = 0; beats < 10; beats += 1) await vi.advanceTimersByTimeAsync(300);
  expect(sent).toHaveLength(2);
  back.resolve();
  await vi.advanceTimersByTimeAsync(300);
  expect(sent).toHaveLength(3);
  arrive();
  expect(changes.isKnown()).toBe(true);
});

it('heartbeats of another server say nothing about this one', () => {
  heard.onNotice('heartbeat 00000000-0000-4000-8000-000000000000 1');
  expect(changes.isKnown()).toBe(false);
});

it('the stock of a product changes what says it, and a change without a name changes all', () => {
  arrive();
  const [teapot, mug] = [readNow(1, 2), readNow(3)];
  heard.onNotice('catalogue 2');
  expect([teapot, mug].map(isCurrent)).toEqual([false, true]);
  expect(isCurrent(readNow(1, 2))).toBe(true);
  heard.onNotice('catalogue');
  expect(isCurrent(mug)).toBe(false);
});

it('a topic says nothing about another', () => {
  arrive();
  const read = readNow(7);
  heard.onNotice('sessions 7');
  expect(isCurrent(read)).toBe(true);
});

it('what was sent between two connections may have been anything', () => {
  arrive();
  const read = readNow();
  heard.onListening();
  arrive();
  expect(isCurrent(read)).toBe(false);
});

it('ten thousand products that change one by one take no more memory than that', () => {
  arrive();
  const read = readNow();
  for (let product = 1; product <= 10_000; product += 1) heard.onNotice(`catalogue ${product}`);
  expect(isCurrent(read)).toBe(true);
  heard.onNotice('catalogue 10001');
  expect(isCurrent(read)).toBe(false);
});
