import { runCommand } from './terminal/run-command.ts';

// npm run seller -- contact: sets what customers and recipients read of a seller.
await runCommand('seller');
