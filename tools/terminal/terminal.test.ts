import { Readable } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { createTerminal } from './terminal.ts';

afterEach(() => vi.restoreAllMocks());

/** Contains a forged line, a terminal title, a cleared screen, reversed text and a line separator. */
const UNTRUSTED_NAME = 'Wren\nApproved\u001b]0;shop\u0007\u009b2J\u202eBanks\u2066\u2028Zoë 🎁';
const HARMLESS = 'Wren Approved ]0;shop  2J Banks  Zoë 🎁\n';

it.each([
  ['say', 'stdout'],
  ['complain', 'stderr'],
] as const)("prints a customer's text on one line with %s", (speak, stream) => {
  const write = vi.spyOn(process[stream], 'write').mockReturnValue(true);
  createTerminal()[speak](UNTRUSTED_NAME);
  expect(write.mock.calls).toEqual([[HARMLESS]]);
});

it('prints text unchanged through write()', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((...args: unknown[]) => {
    (args.at(-1) as () => void)();
    return true;
  });
  await createTerminal().write('a\tb\n');
  expect(write.mock.calls[0]?.[0]).toBe('a\tb\n');
});

it.each([
  [['yes\n'], ['yes', null]],
  [
    ['perhaps\n\n', ' Y \n'],
    ['yes', null],
  ],
  [['No\nyes\n'], ['no', 'yes']],
  [['n'], ['no', null]],
  [[], [null, null]],
])('reads yes or no from standard input until it ends: %j', async (typed, answers) => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { ask, end } = createTerminal({ input: () => Readable.from(typed) });
  expect([await ask('Sure?'), await ask('Really?')]).toEqual(answers);
  end();
});

it('repeats the question on one line until the answer is clear', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { ask, end } = createTerminal({ input: () => Readable.from(['what?\n', 'no\n']) });
  await ask(`Refund ${UNTRUSTED_NAME}?`);
  end();
  const question = `Refund ${HARMLESS.trimEnd()}? Type yes or no: `;
  expect(write.mock.calls).toEqual([[question], [question]]);
});
