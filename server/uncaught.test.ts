import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { endOnUncaught } from './uncaught.ts';

/** A process with a log, in which this happens; what it wrote, and how it ended. */
async function run(happens: string, close = 'process.stdout.write("closed\\n")') {
  const module = pathToFileURL('server/uncaught.ts').href;
  const program = `
    import { pino } from 'pino';
    import { ${endOnUncaught.name} } from '${module}';
    ${endOnUncaught.name}(pino(), async () => { ${close} });
    setInterval(() => undefined, 1_000);
    setTimeout(() => { ${happens} }, 10);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  const lines = out.trim().split('\n');
  // The log writes by itself, so what a program says meanwhile may come first.
  const logged = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  return { logged, others: lines.filter((line) => !line.startsWith('{')), errors, status };
}

it.each([
  ['an error', "throw new Error('lost a wheel')"],
  ['a rejection', "Promise.reject(new Error('lost a wheel'))"],
  ['a rejection with no error', "Promise.reject('lost a wheel')"],
])('%s that nobody caught is a line of the log; then the process closes and ends with status 1', async (_, happens) => {
  const { logged, others, errors, status } = await run(happens);
  expect(logged).toMatchObject([{ level: 60, msg: 'process.failed', err: { message: 'lost a wheel' } }]);
  expect([others, errors, status]).toEqual([['closed'], '', 1]);
});

it('it ends with status 1 when closing fails, too, and says both', async () => {
  const { logged, status } = await run("throw new Error('lost a wheel')", "throw new Error('jammed')");
  expect(logged.map(({ msg }) => msg).sort()).toEqual(['process.close_failed', 'process.failed']);
  expect(status).toBe(1);
});

/** A start that a wrong setting ends. */
async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH: process.env.PATH, PORT: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, errors, status };
}

it('in production a start that fails is a line of the log, which says what to do', async () => {
  const { out, errors, status } = await start({ NODE_ENV: 'production' });
  expect(JSON.parse(out)).toMatchObject({
    level: 60,
    msg: 'process.start_failed',
    err: { message: 'A setting is wrong: PORT must be a number.' },
  });
  expect([errors, status]).toEqual(['', 1]);
});

it('in a terminal it is that sentence alone', async () => {
  const sentence = 'A setting is wrong: PORT must be a number.\n';
  expect(await start({ NODE_ENV: 'development' })).toEqual({ out: '', errors: sentence, status: 1 });
});
