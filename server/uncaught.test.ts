import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { endOnUncaught } from './uncaught.ts';

async function run(happens: string, close = 'process.stdout.write("closed\\n")') {
  const module = pathToFileURL('server/uncaught.ts').href;
  const program = `
    import { pino } from 'pino';
    import { ${endOnUncaught.name} } from '${module}';
    ${endOnUncaught.name}(pino(), async () => { ${close} });
    setInterval(() => undefined, 1_000);
    setTimeout(() => { ${happens} }, 10);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  const lines = output.trim().split('\n');
  const logged = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  return { logged, others: lines.filter((line) => !line.startsWith('{')), errors, status };
}

it.each([
  ['an error', "throw new Error('lost a wheel')"],
  ['a promise rejection', "Promise.reject(new Error('lost a wheel'))"],
  ['a promise rejection without an error object', "Promise.reject('lost a wheel')"],
])('logs an uncaught error, closes and exits with status 1: %s', async (_, happens) => {
  const { logged, others, errors, status } = await run(happens);
  expect(logged).toMatchObject([{ level: 60, msg: 'process.failed', err: { message: 'lost a wheel' } }]);
  expect([others, errors, status]).toEqual([['closed'], '', 1]);
});

it('logs both errors and exits with status 1 when closing fails', async () => {
  const { logged, status } = await run("throw new Error('lost a wheel')", "throw new Error('jammed')");
  expect(logged.map(({ msg }) => msg).sort()).toEqual(['process.close_failed', 'process.failed']);
  expect(status).toBe(1);
});

async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH: process.env.PATH, PORT: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { output, errors, status };
}

it('logs a failed start with its remedy in production', async () => {
  const { output, errors, status } = await start({ NODE_ENV: 'production' });
  expect(JSON.parse(output)).toMatchObject({
    level: 60,
    msg: 'process.start_failed',
    err: { message: 'A setting is wrong: PORT must be a number.' },
  });
  expect([errors, status]).toEqual(['', 1]);
});

it('prints only the error sentence of a failed start in a terminal', async () => {
  const sentence = 'A setting is wrong: PORT must be a number.\n';
  expect(await start({ NODE_ENV: 'development' })).toEqual({ output: '', errors: sentence, status: 1 });
});
