import { expect, it } from 'vitest';
import { latestCallOnly } from './latest-call-only.ts';

/** Work that is done when the test says so. */
function slow() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { work: () => promise, done: () => resolve(), fail: () => reject(new Error('refused')) };
}

const nothing = () => Promise.resolve();

it('the next begins when the one before is through, and of those that wait only the last is done', async () => {
  const { run, settled } = latestCallOnly();
  const first = slow();
  const began: string[] = [];
  const begin = (name: string, work = nothing) => run(() => Promise.resolve(began.push(name)).then(work));
  const answers = [begin('first', first.work)];
  await Promise.resolve();
  expect(began).toEqual(['first']);
  answers.push(begin('second'), begin('third'));
  first.done();
  expect(await Promise.all(answers)).toEqual([false, false, true]);
  expect(began).toEqual(['first', 'third']);
  expect(await settled()).toBe(true);
});

it('a failure that has been overtaken is nobody’s concern, the last one’s is thrown', async () => {
  const { run, settled } = latestCallOnly();
  const [first, second] = [slow(), slow()];
  const overtaken = run(first.work);
  await Promise.resolve();
  const last = run(second.work);
  first.fail();
  expect(await overtaken).toBe(false);
  second.fail();
  await expect(last).rejects.toThrow('refused');
  expect(await settled()).toBe(false);
  expect(await run(nothing)).toBe(true);
  expect(await settled()).toBe(true);
});

it('what must not be left out is done although something came after it', async () => {
  const { run } = latestCallOnly();
  const first = slow();
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

it('who waits for rest waits for what came meanwhile, too', async () => {
  const { run, settled } = latestCallOnly();
  const [first, second] = [slow(), slow()];
  void run(first.work);
  await Promise.resolve();
  const rest = settled();
  const last = run(second.work);
  first.done();
  second.fail();
  await last.catch(() => undefined);
  expect(await rest).toBe(false);
});
