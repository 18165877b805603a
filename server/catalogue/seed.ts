import type { Context } from '../context.ts';
import { sellers } from '../database/schema.ts';

/** Fills an empty catalogue with the demonstration shop (SEED=demo); a catalogue that has sellers is left alone. */
export async function loadDemoCatalogueOnce({ database, clock, log }: Context): Promise<void> {
  const [known] = await database.orm.select({ id: sellers.id }).from(sellers).limit(1);
  if (known) return;
  log.info('loading the demonstration catalogue');
  // Loaded only now: every later start would pay for it in vain.
  const { loadDemoCatalogue } = await import('#db/seed/load.ts');
  await loadDemoCatalogue(database, { now: clock.now() });
}
