import type { Handle } from '#server/platform/database/handle.ts';
import { createEmbeddedPlaces } from './embedded.ts';
import { findLocalitiesVersion, readLocalities } from './localities-store.ts';
import type { Places } from './port.ts';

/** Uses a newly loaded list of localities immediately, even if another process loaded it. */
export async function createReloadingPlaces(handle: Handle): Promise<Places> {
  const load = async (version: string | null) => {
    const list = await readLocalities(handle);
    return { version, places: createEmbeddedPlaces(list ?? undefined) };
  };
  let loaded = load(await findLocalitiesVersion(handle));
  await loaded;
  const current = async (): Promise<Places> => {
    const version = await findLocalitiesVersion(handle);
    const before = await loaded.catch(() => null);
    if (before?.version === version) return before.places;
    loaded = load(version);
    return (await loaded).places;
  };
  return {
    name: 'embedded',
    search: async (typed, session) => (await current()).search(typed, session),
    getPlace: async () => null,
  };
}
