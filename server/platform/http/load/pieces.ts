import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { RequestKind } from './request-kind.ts';

const READING_MS = 50;

export type Pieces = {
  noteArrival: () => void;
  mayBegin: (kind: RequestKind) => Promise<void>;
};

/**
 * The embedded database blocks the event loop. Between two requests, the loop therefore turns until all arrived
 * requests are read; otherwise none would be rejected. Kinds of requests take turns, so a payment waits for at most one
 * page.
 */
export function createPieces(readingMs: number = READING_MS): Pieces {
  const waiting: Record<RequestKind, (() => void)[]> = { money: [], call: [], page: [] };
  let order: RequestKind[] = ['money', 'call', 'page'];
  let arrived = 0;
  let isOpen = false;

  async function othersAreRead(): Promise<void> {
    const began = performance.now();
    for (let lastArrived = -1; lastArrived !== arrived && performance.now() - began < readingMs; ) {
      lastArrived = arrived;
      // The first turn of the event loop accepts a connection, the second reads its request.
      await turnOfLoop();
      await turnOfLoop();
    }
  }

  async function open(): Promise<void> {
    isOpen = true;
    while (order.some((kind) => waiting[kind].length > 0)) {
      await othersAreRead();
      const next = order.find((kind) => waiting[kind].length > 0) ?? 'money';
      order = [...order.filter((kind) => kind !== next), next];
      waiting[next].shift()?.();
    }
    isOpen = false;
  }

  return {
    noteArrival() {
      arrived += 1;
    },
    mayBegin(kind) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting[kind].push(resolve);
      if (!isOpen) void open();
      return promise;
    },
  };
}
