import { eq } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { pictures } from '../database/schema.ts';
import type { PictureSource } from '../pictures/resize.ts';

/** The stored picture behind /media/{id}: SVG is kept as text, anything else as base64. Null for an unknown id. */
export async function pictureSource(
  database: Database,
  id: string,
): Promise<(PictureSource & { ground: string }) | null> {
  const found = await database.orm
    .select({ mime: pictures.mime, source: pictures.source, version: pictures.version, ground: pictures.ground })
    .from(pictures)
    .where(eq(pictures.id, id));
  const [picture] = found;
  if (!picture) return null;
  const bytes = Buffer.from(picture.source, picture.mime === 'image/svg+xml' ? 'utf8' : 'base64');
  // What is opened is checked against the type by the resizer, so a wrong one cannot pass for another.
  return { bytes, mime: picture.mime as PictureSource['mime'], version: picture.version, ground: picture.ground };
}
