import type { Context } from '#server/context.ts';
import { deleteUnusedPictures } from '../pictures-store.ts';

/** Keeps unused pictures for a day, because a newer one may be about to be attached to a card. */
const KEPT_MS = 86_400_000;

export async function purgePictures({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await deleteUnusedPictures(database.orm, new Date(clock.ms() - KEPT_MS));
}
