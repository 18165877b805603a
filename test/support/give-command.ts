import { type Command, type Output, openShop } from '#server/commands/command.ts';
import type { Context } from '#server/context.ts';

export type CommandOutput = { status: number; said: string[]; complained: string[] };

/** Gives a command to an open shop, as its server does, and returns what was said. */
export async function give(context: Context, command: Command, ...argv: string[]): Promise<CommandOutput> {
  const [said, complained]: [string[], string[]] = [[], []];
  const output: Output = {
    say: (line) => void said.push(line),
    complain: (line) => void complained.push(line),
    progress: () => undefined,
    write: async (text) => void said.push(text),
    signal: new AbortController().signal,
  };
  return { status: await command.read(argv, '/')(openShop(context), output), said, complained };
}
