import { eq } from 'drizzle-orm';
import type { Handle } from '#server/platform/database/handle.ts';
import { pictures } from '#server/platform/database/schema/schema.ts';

type PictureRow = Pick<typeof pictures.$inferSelect, 'mime' | 'source' | 'version' | 'ground'>;

export async function readPicture(handle: Handle, id: string): Promise<PictureRow | null> {
  const { mime, source, version, ground } = pictures;
  const [picture] = await handle.select({ mime, source, version, ground }).from(pictures).where(eq(pictures.id, id));
  return picture ?? null;
}
