import { runCommand } from './terminal/run-command.ts';

// npm run places -- FILE: loads a full list of localities for the address search.
await runCommand('places');
