import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Files } from '#server/platform/ports/files.ts';

/**
 * Writes files so that they appear complete or not at all, even after a power cut. `name`: at least two characters, no
 * path.
 */
export function openLocalFiles(folder: string): Files {
  const resolvePath = (name: string) => join(folder, name.slice(0, 2), name);
  return {
    name: 'local',
    async read(name) {
      try {
        return await readFile(resolvePath(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async write(name, bytes) {
      const path = resolvePath(name);
      const unfinished = `${path}.${randomUUID()}.tmp`;
      await mkdir(dirname(path), { recursive: true });
      try {
        const file = await open(unfinished, 'wx');
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
  };
}
