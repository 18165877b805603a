import type { Context } from '#server/context.ts';
import { deleteUnusedPictures } from '../pictures-store.ts';

/** Younger pictures may be for a card that is about to show them. */
const KEPT_MS = 86_400_000;

export async function purgePictures({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await deleteUnusedPictures(database.orm, new Date(clock.ms() - KEPT_MS));
}
