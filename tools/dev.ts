import { spawn } from 'node:child_process';
import { join } from 'node:path';

// npm run dev: the server starts anew when one of its files changes; the browser's files are changed in place by Vite,
// which the server runs inside itself with WEB=dev.
const root = join(import.meta.dirname, '..');
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'server/main.ts')], {
  cwd: root,
  env: { ...process.env, WEB: 'dev' },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));
