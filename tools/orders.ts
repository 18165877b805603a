import { runCommand } from './terminal/run-command.ts';

// npm run orders -- held | show | approve | refuse | refund: decides orders that wait for an operator, and gives money
// back.
await runCommand('orders');
