import type { Context } from '../../context.ts';
import { createGuard } from '../service/guard.ts';
import { isOutsideFault, type ServiceHealth } from '../service/port.ts';
import { createGooglePlaces } from './google.ts';
import { createListedPlaces } from './listed.ts';
import { createPhotonPlaces } from './photon.ts';
import type { Places } from './port.ts';

type Parts = Pick<Context, 'settings' | 'clock' | 'database' | 'log'>;

/** Suggestions are for fingers that type: what comes later than this comes too late. */
const TIMEOUT_MS = 2_500;

/** The address search the settings ask for. One that fails is stood in for by the list of suburbs. */
export async function choosePlaces(parts: Parts): Promise<{ provider: Places; health: (() => ServiceHealth)[] }> {
  const { settings, clock, database, log } = parts;
  const embedded = await createListedPlaces(database.orm);
  if (settings.PLACES === 'embedded') return { provider: embedded, health: [] };
  const guard = createGuard({ service: 'places', provider: settings.PLACES, clock, timeoutMs: TIMEOUT_MS, retries: 0 });
  const outside =
    settings.PLACES === 'google'
      ? createGooglePlaces({ guard, key: settings.GOOGLE_PLACES_KEY, base: settings.GOOGLE_PLACES_URL })
      : createPhotonPlaces({ guard, base: settings.PHOTON_URL });
  return { provider: withStandIn(outside, embedded, log), health: [guard.health] };
}

function withStandIn(outside: Places, embedded: Places, log: Context['log']): Places {
  const otherwise = async <T>(asked: Promise<T>, standIn: () => Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      if (!isOutsideFault(error)) throw error;
      log.warn({ err: error }, 'the address search gave no answer');
      return standIn();
    }
  };
  return {
    name: outside.name,
    search: (typed, session) => otherwise(outside.search(typed, session), () => embedded.search(typed, session)),
    look: (placeId, session) => otherwise(outside.look(placeId, session), async () => null),
  };
}
