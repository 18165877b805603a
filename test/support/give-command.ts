import { type Answer, admitTo, type Command, type Output, openShop } from '#server/commands/shared/command.ts';
import type { Context } from '#server/context.ts';
import { readAs } from '#server/domain/operators/admit-actor.ts';

export type CommandOutput = { status: number; output: string[]; errorOutput: string[] };

/** Runs a command on an open shop and leaves the command's questions unanswered. */
export async function giveCommand(context: Context, command: Command, ...words: string[]): Promise<CommandOutput> {
  return giveCommandWithAnswers(context, command, { words, answer: () => null });
}

type Given = {
  words: readonly string[];
  answer: (question: string) => Answer | Promise<Answer>;
};

export async function giveCommandWithAnswers(
  context: Context,
  command: Command,
  { words, answer }: Given,
): Promise<CommandOutput> {
  const [printedLines, errorOutput]: [string[], string[]] = [[], []];
  const output: Output = {
    say: (line) => void printedLines.push(line),
    complain: (line) => void errorOutput.push(line),
    progress: () => undefined,
    write: async (text) => void printedLines.push(text),
    ask: async (question) => answer(question),
    signal: new AbortController().signal,
  };
  const { as, argv } = readAs(words);
  const work = command.read(argv, '/');
  const actor = await admitTo(context, command, { by: 'wren', as, argv });
  return { status: await work(openShop(context, actor), output), output: printedLines, errorOutput };
}
