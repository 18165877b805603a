import type { Database } from '#server/platform/database/database.ts';
import { isOwnDrawing, loadOwnDrawing } from './own-drawings.ts';
import { readPicture } from './picture-source-store.ts';
import type { PictureSource } from './resize.ts';

export async function findPictureSource(
  database: Database,
  id: string,
): Promise<(PictureSource & { ground: string }) | null> {
  if (isOwnDrawing(id)) return loadOwnDrawing(id);
  const picture = await readPicture(database.orm, id);
  if (!picture) return null;
  // Does not check the image type, because the resizer does.
  return {
    bytes: picture.source,
    mime: picture.mime as PictureSource['mime'],
    version: picture.version,
    ground: picture.ground,
  };
}
