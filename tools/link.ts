import { runCommand } from './terminal/run-command.ts';

// npm run link -- --mobile NUMBER: prints a personal sign-in link, or texts it with --send.
await runCommand('link');
