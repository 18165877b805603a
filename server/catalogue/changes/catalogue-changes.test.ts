import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database, Listener } from '../../database/database.ts';
import { type CatalogueChanges, catalogueChanges } from './catalogue-changes.ts';

let heard: Listener;
let sent: string[];
let changes: CatalogueChanges;

/** A PostgreSQL server that hands on what is sent to it when the test says so. */
const database = {
  kind: 'postgres',
  subscribe(listener: Listener) {
    heard = listener;
    return async () => undefined;
  },
  async query(_text: string, [text]: string[]) {
    sent.push(text ?? '');
    return { rows: [] };
  },
} as unknown as Database;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  sent = [];
  changes = catalogueChanges(database);
  changes.start();
  heard.onListening();
});
afterEach(async () => {
  await changes.stop();
  vi.useRealTimers();
});

const arrive = (): void => heard.onNotice(sent.at(-1) ?? '');
const readNow = (...products: number[]) => ({ version: changes.version(), products });

test('nothing is current before a heartbeat has come back, nor a second after the last that did was sent', () => {
  const read = readNow();
  expect(changes.isCurrent(read)).toBe(false);
  arrive();
  expect(changes.isCurrent(read)).toBe(true);
  vi.advanceTimersByTime(999);
  expect(changes.isCurrent(read)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(changes.isCurrent(read)).toBe(false);
  arrive();
  expect(changes.isCurrent(read)).toBe(true);
});

test('heartbeats of another server say nothing about this one', () => {
  heard.onNotice('alive 00000000-0000-4000-8000-000000000000 1');
  expect(changes.isKnown()).toBe(false);
});

test('the stock of a product changes what says it, and a change without a name changes all', () => {
  arrive();
  const [teapot, mug] = [readNow(1, 2), readNow(3)];
  heard.onNotice('2');
  expect([teapot, mug].map(changes.isCurrent)).toEqual([false, true]);
  expect(changes.isCurrent(readNow(1, 2))).toBe(true);
  heard.onNotice('');
  expect(changes.isCurrent(mug)).toBe(false);
});

test('what was sent between two connections may have been anything', () => {
  arrive();
  const read = readNow();
  heard.onListening();
  arrive();
  expect(changes.isCurrent(read)).toBe(false);
});

test('ten thousand products that change one by one take no more memory than that', () => {
  arrive();
  const read = readNow();
  for (let product = 1; product <= 10_000; product += 1) heard.onNotice(String(product));
  expect(changes.isCurrent(read)).toBe(true);
  heard.onNotice('10001');
  expect(changes.isCurrent(read)).toBe(false);
});
