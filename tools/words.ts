import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// npm run words: extracts all UI texts into web/*/catalogues/*.po, and prints how many translations are missing.
const root = join(import.meta.dirname, '..');
const lingui = join(root, 'node_modules/@lingui/cli/dist/lingui.js');
const { status } = spawnSync(process.execPath, [lingui, 'extract', '--clean'], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
