import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Customer } from '#test/support/customer-verbs.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { runCommand } from '../../tools/terminal/run-command.ts';
import { type CommandServer, createCommandServer } from './command-server.ts';
import { callServer } from './socket.ts';

describe('prompts of commands that run in the server', () => {
  let folder: string;
  let shop: TestShop;
  let wren: Customer;
  let server: CommandServer;
  let written: Record<'stdout' | 'stderr', string>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'handsel-ask-'));
    shop = await openTestShop('embedded', { env: { DATA_DIR: folder } });
    wren = await shop.customer();
    await wren.buyCards();
    server = createCommandServer(shop.context);
    await server.listen();
    vi.stubEnv('DATA_DIR', folder);
    vi.stubEnv('DATABASE_URL', undefined);
    written = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      vi.spyOn(process[stream], 'write').mockImplementation((text) => {
        written[stream] += text;
        return true;
      });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    process.exitCode = undefined;
    await server.close();
    await shop.close();
    rmSync(folder, { recursive: true });
  });

  const answerFrom = (input: Readable) =>
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as typeof process.stdin);
  const status = async () => (await wren.orders())[0]?.status;

  it.each([
    ['yes\n', undefined, 'refunded', 'stdout', 'Order 000000001: $25.00 is on its way back to the customer.\n'],
    ['no\n', 1, 'approved', 'stderr', 'Nothing was refunded.\n'],
    [
      '',
      1,
      'approved',
      'stderr',
      'Nothing was refunded: the question got no answer. To skip the question, add --yes\n',
    ],
  ] as const)(
    'acts on the response %j that the operator types at a prompt',
    async (typed, exitCode, became, stream, sentence) => {
      answerFrom(Readable.from(typed === '' ? [] : [typed]));
      await runCommand('orders', ['refund', '1']);
      expect(written.stdout).toContain('Order 000000001, approved, Wren B., ...678. This will be refunded:\n');
      expect(written.stderr).toContain('Refund $25.00? Type yes or no: ');
      expect(written[stream].endsWith(sentence)).toBe(true);
      expect([process.exitCode, await status()]).toEqual([exitCode ?? 0, became]);
    },
  );

  it('refunds nothing when the shop closes before the operator responds to the prompt', async () => {
    answerFrom(new PassThrough());
    const running = runCommand('orders', ['refund', '1']);
    await vi.waitFor(() => expect(written.stderr).toContain('Refund $25.00?'), { timeout: 10_000 });
    await server.close();
    await running;
    expect([process.exitCode, await status()]).toEqual([1, 'approved']);
  });

  it.each([
    ['{"answer":"perhaps"}', 400],
    ['none', 400],
    ['{"answer":"yes"}', 409],
  ])('rejects malformed and unexpected responses to a prompt: %s', async (body, expected) => {
    const response = await callServer(folder, { method: 'PUT', path: '/none', body });
    response?.resume();
    expect(response?.statusCode).toBe(expected);
  });
});
