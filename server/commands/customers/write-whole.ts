import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { operatorError } from '#server/platform/kernel/operator-error.ts';

/** Writes a draft and then renames it, so that the file is never partial. */
export function writeWhole(file: string, content: string, name: string): void {
  const draft = `${file}.part`;
  try {
    writeFileSync(draft, content, { mode: 0o600 });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    const sentence = `${name} could not be written (${(error as Error).message}).`;
    throw operatorError({ code: 'no-file', sentence, cause: error });
  }
}
