import { runCommand } from './terminal/run-command.ts';

// npm run operator -- --mobile NUMBER: makes an operator of this installation, or changes one; --list names them.
await runCommand('operator');
