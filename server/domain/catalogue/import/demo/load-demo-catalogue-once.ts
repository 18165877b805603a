import type { Context } from '#server/context.ts';
import { hasSellers } from '#server/domain/sellers/queries.ts';

export async function loadDemoCatalogueOnce({ database, clock, log }: Context): Promise<void> {
  if (await hasSellers(database.orm)) return;
  log.info('demo_catalogue.loading');
  const { loadDemoCatalogue } = await import('./demo-catalogue-store.ts');
  await loadDemoCatalogue(database, { now: clock.now() });
}
