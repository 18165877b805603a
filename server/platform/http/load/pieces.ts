import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { RequestKind } from './request-kind.ts';

/** How long work waits at most for those who have come to be known. */
const READING_MS = 50;

export type Pieces = {
  /** Somebody has come; refused or not. */
  noteArrival: () => void;
  mayBegin: (kind: RequestKind) => Promise<void>;
};

/**
 * Lets work begin that is done in one piece: what an embedded database is asked is answered before the event loop turns.
 * Between two pieces it turns until everybody who has come is known, or else one would be let in after the other,
 * however many wait in the kernel, and nobody be refused. The kinds take turns: a payment waits for one page and no more,
 * and payments alone never keep pages out.
 */
export function createPieces(readingMs: number = READING_MS): Pieces {
  const waiting: Record<RequestKind, (() => void)[]> = { money: [], call: [], page: [] };
  /** Whose turn is next, first. */
  let order: RequestKind[] = ['money', 'call', 'page'];
  let arrived = 0;
  let isOpen = false;

  async function othersAreRead(): Promise<void> {
    const began = performance.now();
    for (let known = -1; known !== arrived && performance.now() - began < readingMs; ) {
      known = arrived;
      // One accepts a connection, the next reads its request.
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
