import { spawn } from 'node:child_process';

/** Exits when its parent has ended, because a killed parent cannot stop it. Checks only rarely, to stay busy. */
const LOOP = `
  const parent = Number(process.argv[1]);
  for (let turn = 1; ; turn += 1) if (turn % 10_000_000 === 0 && process.ppid !== parent) process.exit();
`;

export function startBusyLoops(count: number): { pids: (number | undefined)[]; stop: () => void } {
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', LOOP, String(process.pid)], { stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  return {
    pids: loops.map(({ pid }) => pid),
    stop() {
      for (const loop of loops) loop.kill('SIGKILL');
    },
  };
}
