import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export type Ended = { status: number | null; stdout: string; stderr: string };
export type RunningTool = {
  child: ChildProcess;
  ended: Promise<Ended>;
  waitForOutput(words: string): Promise<void>;
};

export function startTool(env: Record<string, string>, name: string, ...args: string[]): RunningTool {
  const child = spawn(process.execPath, [join(root, 'tools/command.ts'), name, ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text) => {
      output[name] += text;
      child.emit('said');
    });
  }
  const ended = new Promise<Ended>((resolve) => child.on('close', (status) => resolve({ status, ...output })));
  return {
    child,
    ended,
    waitForOutput: (words) =>
      new Promise((resolve, reject) => {
        const look = () => (output.stdout + output.stderr).includes(words) && resolve();
        child
          .on('said', look)
          .on('close', () => reject(new Error(`It ended before it said "${words}": ${output.stderr}`)));
        look();
      }),
  };
}

export function runTool(env: Record<string, string>, name: string, ...args: string[]): Promise<Ended> {
  return startTool(env, name, ...args).ended;
}
