import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createAdmission } from './admission.ts';
import { createPieces } from './pieces.ts';
import type { RequestKind } from './request-kind.ts';

it('starts payments, API calls and pages in turn, each kind in order of arrival', async () => {
  const pieces = createPieces();
  const begun: string[] = [];
  const kinds: RequestKind[] = ['page', 'page', 'page', 'call', 'call', 'money'];
  await Promise.all(kinds.map((kind, index) => pieces.mayBegin(kind).then(() => begun.push(`${kind} ${index}`))));
  expect(begun).toEqual(['money 5', 'call 3', 'page 0', 'call 4', 'page 1', 'page 2']);
});

it('admits or rejects requests that arrived during blocking work before starting the next request', async () => {
  const smallCapacity = { concurrency: 2, maxWaiting: 2, waitMs: 60_000 };
  const admission = createAdmission({
    metrics: { count: () => undefined } as never,
    log: { warn: () => undefined } as never,
    pieces: createPieces(60_000),
    capacity: { money: smallCapacity, call: smallCapacity, page: smallCapacity },
  });
  let done = 0;
  const outcomes: Promise<string>[] = [];
  for (let index = 0; index < 20; index += 1) {
    outcomes.push(
      admission({ kind: 'page', sender: '203.0.113.7' }, async () => {
        done += 1;
        return 'done';
      }).catch(() => 'refused'),
    );
    expect(done).toBe(0);
    await turnOfLoop();
  }
  const all = await Promise.all(outcomes);
  expect(all.filter((outcome) => outcome === 'refused')).toHaveLength(16);
  expect(all.slice(0, 4)).toEqual(Array(4).fill('done'));
});
