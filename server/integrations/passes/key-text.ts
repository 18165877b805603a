import { readFile } from 'node:fs/promises';
import { operatorError } from '#server/platform/kernel/operator-error.ts';

/**
 * Returns the text that a setting contains, or the text of the file that it names. `begins`: how the text starts.
 * Errors name the setting, never its content.
 */
export async function readKeyText(name: string, value: string, begins: string): Promise<string> {
  if (value.startsWith(begins)) return value;
  try {
    return (await readFile(value, 'utf8')).trim();
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    // The value may be a badly pasted key, so repeat it only if it looks like a path.
    const path = value.length < 300 && !value.includes('\n') ? ` ${value}` : '';
    throw operatorError({
      code: 'setting',
      sentence: `${name} names a file${path} that cannot be read (${reason}); give the path of the file or the text itself, which begins with ${begins}.`,
      cause: error,
    });
  }
}

export function keyError(sentence: string, cause?: unknown): Error {
  return operatorError({ code: 'setting', sentence, cause });
}
