import { expect, it } from 'vitest';
import { createLatestCallOnly } from './latest-call-only.ts';

function createSlowWork() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { work: () => promise, done: () => resolve(), fail: () => reject(new Error('refused')) };
}

const doNothing = () => Promise.resolve();

it('starts the next call when the previous one ends, and skips all waiting calls except the last', async () => {
  const { run, settled } = createLatestCallOnly();
  const first = createSlowWork();
  const began: string[] = [];
  const begin = (name: string, work = doNothing) => run(() => Promise.resolve(began.push(name)).then(work));
  const answers = [begin('first', first.work)];
  await Promise.resolve();
  expect(began).toEqual(['first']);
  answers.push(begin('second'), begin('third'));
  first.done();
  expect(await Promise.all(answers)).toEqual([false, false, true]);
  expect(began).toEqual(['first', 'third']);
  expect(await settled()).toBe(true);
});

it('ignores the error of a superseded call, but throws the error of the last call', async () => {
  const { run, settled } = createLatestCallOnly();
  const [first, second] = [createSlowWork(), createSlowWork()];
  const overtaken = run(first.work);
  await Promise.resolve();
  const last = run(second.work);
  first.fail();
  expect(await overtaken).toBe(false);
  second.fail();
  await expect(last).rejects.toThrow('refused');
  expect(await settled()).toBe(false);
  expect(await run(doNothing)).toBe(true);
  expect(await settled()).toBe(true);
});

it('runs a call with the option `always` even when a later call supersedes it', async () => {
  const { run } = createLatestCallOnly();
  const first = createSlowWork();
  const began: string[] = [];
  const answers = [
    run(first.work),
    run(async () => void began.push('new address'), { always: true }),
    run(async () => void began.push('pick')),
  ];
  first.done();
  expect(await Promise.all(answers)).toEqual([false, false, true]);
  expect(began).toEqual(['new address', 'pick']);
});

it('settles only after calls that were added during the wait', async () => {
  const { run, settled } = createLatestCallOnly();
  const [first, second] = [createSlowWork(), createSlowWork()];
  void run(first.work);
  await Promise.resolve();
  const rest = settled();
  const last = run(second.work);
  first.done();
  second.fail();
  await last.catch(() => undefined);
  expect(await rest).toBe(false);
});
