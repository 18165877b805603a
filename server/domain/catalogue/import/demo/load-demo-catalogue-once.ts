import type { Context } from '#server/context.ts';
import { hasSellers } from '#server/domain/sellers/queries.ts';

/** Loads the demo catalogue if SEED=demo, unless sellers exist. */
export async function loadDemoCatalogueOnce({ database, clock, log }: Context): Promise<void> {
  if (await hasSellers(database.orm)) return;
  log.info('demo_catalogue.loading');
  // Loaded lazily: later starts skip it.
  const { loadDemoCatalogue } = await import('./demo-catalogue-store.ts');
  await loadDemoCatalogue(database, { now: clock.now() });
}
