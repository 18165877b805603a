import { spawn } from 'node:child_process';
import { join } from 'node:path';

// npm run dev: the server starts anew when one of its files changes; the browser's files are changed in place by Vite,
// which the server runs inside itself with WEB=dev.
const root = join(import.meta.dirname, '..');
// Folders are named, because Vite imports a copy of its configuration that it deletes at once: watching every imported
// file would start the server for ever.
const folders = ['server', 'contract', 'db'].map((folder) => `--watch-path=${join(root, folder)}`);
const flags = ['--watch', '--watch-preserve-output', ...folders];
const server = spawn(process.execPath, [...flags, join(root, 'server/main.ts')], {
  cwd: root,
  env: { ...process.env, WEB: 'dev' },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));
