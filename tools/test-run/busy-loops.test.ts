import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { it } from 'vitest';

const loops = pathToFileURL(`${import.meta.dirname}/busy-loops.ts`).href;

async function startParent() {
  const script = `
    import { startBusyLoops } from '${loops}';
    const { pids } = startBusyLoops(1);
    process.stdout.write(String(pids[0]));
    setInterval(() => undefined, 1_000);
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [pid] = await once(parent.stdout, 'data');
  return { parent, pid: Number(pid) };
}

it('ends the busy loops when their parent is killed', { timeout: 30_000 }, async () => {
  const { parent, pid } = await startParent();
  try {
    parent.kill('SIGKILL');
    parent.stderr.resume();
    await once(parent.stderr, 'close', { signal: AbortSignal.timeout(20_000) });
  } finally {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  }
});
