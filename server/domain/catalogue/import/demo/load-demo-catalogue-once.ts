import type { Context } from '#server/context.ts';
import { hasSellers } from '#server/domain/sellers/queries.ts';

/** Fills an empty catalogue with the demonstration shop (SEED=demo); a catalogue that has sellers is left alone. */
export async function loadDemoCatalogueOnce({ database, clock, log }: Context): Promise<void> {
  if (await hasSellers(database.orm)) return;
  log.info('demo_catalogue.loading');
  // Loaded only now: every later start would pay for it in vain.
  const { loadDemoCatalogue } = await import('./demo-catalogue-store.ts');
  await loadDemoCatalogue(database, { now: clock.now() });
}
