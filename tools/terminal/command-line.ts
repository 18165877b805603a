import { commands, isCommand } from '#server/commands/all.ts';
import { runCommand } from './run-command.ts';

const [name = '', ...argv] = process.argv.slice(2);
if (isCommand(name)) await runCommand(name, argv);
else {
  console.error(`There is no command "${name}". Available commands: ${Object.keys(commands).join(', ')}.`);
  process.exitCode = 1;
}
