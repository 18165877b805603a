import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorError } from '../operator-error.ts';

/** Reads files named after settings, as systemd, Podman and Kubernetes provide secrets. */
export function readSecretFiles(folder: string, names: readonly string[]): Record<string, string> {
  try {
    const files = readdirSync(folder).filter((name) => names.includes(name));
    return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8').trim()]));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw operatorError({
      code: 'setting',
      sentence: `SECRETS_DIR cannot be read (${reason}). Set it to a folder of files.`,
    });
  }
}
