import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { RequestKind } from './request-kind.ts';

/** Longest time to spend reading requests that have arrived. */
const READING_MS = 50;

export type Pieces = {
  /** Counts requests, even those rejected later. */
  noteArrival: () => void;
  mayBegin: (kind: RequestKind) => Promise<void>;
};

/**
 * The embedded database blocks the event loop. Between requests the loop turns until all arrivals are read; otherwise
 * none would be rejected. Kinds take turns, so a payment waits for at most one page.
 */
export function createPieces(readingMs: number = READING_MS): Pieces {
  const waiting: Record<RequestKind, (() => void)[]> = { money: [], call: [], page: [] };
  /** Next kind first. */
  let order: RequestKind[] = ['money', 'call', 'page'];
  let arrived = 0;
  let isOpen = false;

  async function othersAreRead(): Promise<void> {
    const began = performance.now();
    for (let lastArrived = -1; lastArrived !== arrived && performance.now() - began < readingMs; ) {
      lastArrived = arrived;
      // The first turn accepts a connection, the second reads its request.
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
