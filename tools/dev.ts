import { spawn } from 'node:child_process';
import { join } from 'node:path';

// npm run dev: restarts the server when its files change. With WEB=dev, Vite runs inside the server.
const root = join(import.meta.dirname, '..');
// Vite imports a temporary copy of its configuration, so watching imports would restart the server forever.
const folders = ['server', 'contract', 'db'].map((folder) => `--watch-path=${join(root, folder)}`);
const flags = ['--watch', '--watch-preserve-output', ...folders];
const server = spawn(process.execPath, [...flags, join(root, 'server/main.ts')], {
  cwd: root,
  env: { ...process.env, WEB: 'dev' },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));
