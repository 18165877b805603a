import { readFile } from 'node:fs/promises';
import { operatorError } from '#server/platform/kernel/operator-error.ts';

/**
 * The text of a certificate or key: the setting holds the text itself or the path of a file. `begins`
 * is how such a text begins. Throws an operator error that names the setting, never its content.
 */
export async function keyText(name: string, value: string, begins: string): Promise<string> {
  if (value.startsWith(begins)) return value;
  try {
    return (await readFile(value, 'utf8')).trim();
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    // A key that was pasted wrongly must not end up in a log: only what can be a path is repeated.
    const path = value.length < 300 && !value.includes('\n') ? ` ${value}` : '';
    throw operatorError({
      code: 'setting',
      sentence: `${name} names a file${path} that cannot be read (${why}); give the path of the file or the text itself, which begins with ${begins}.`,
      cause: error,
    });
  }
}

export function keyError(sentence: string, cause?: unknown): Error {
  return operatorError({ code: 'setting', sentence, cause });
}
