import { isProviderError, type ServiceHealth } from '#server/platform/ports/service.ts';
import type { Context } from '../../context.ts';
import { createGuard } from '../service/resilience-policy.ts';
import { createGooglePlaces } from './google.ts';
import { createPhotonPlaces } from './photon.ts';
import type { Places } from './port.ts';
import { createReloadingPlaces } from './reloading-places.ts';

type Parts = Pick<Context, 'settings' | 'clock' | 'database' | 'log'>;

/** Short timeout, because later suggestions are useless to a customer who is typing. */
const TIMEOUT_MS = 2_500;

/** Falls back to the suburb list. */
export async function createPlacesProvider(
  parts: Parts,
): Promise<{ provider: Places; health: (() => ServiceHealth)[] }> {
  const { settings, clock, database, log } = parts;
  const embedded = await createReloadingPlaces(database.orm);
  if (settings.PLACES === 'embedded') return { provider: embedded, health: [] };
  const guard = createGuard({ service: 'places', provider: settings.PLACES, clock, timeoutMs: TIMEOUT_MS, retries: 0 });
  const remote =
    settings.PLACES === 'google'
      ? createGooglePlaces({ guard, key: settings.GOOGLE_PLACES_KEY, base: settings.GOOGLE_PLACES_URL })
      : createPhotonPlaces({ guard, base: settings.PHOTON_URL });
  return { provider: withStandIn(remote, embedded, log), health: [guard.health] };
}

function withStandIn(remote: Places, embedded: Places, log: Context['log']): Places {
  const otherwise = async <T>(answer: Promise<T>, standIn: () => Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      if (!isProviderError(error)) throw error;
      log.warn({ err: error }, 'places.unavailable');
      return standIn();
    }
  };
  return {
    name: remote.name,
    search: (typed, session) => otherwise(remote.search(typed, session), () => embedded.search(typed, session)),
    getPlace: (placeId, session) => otherwise(remote.getPlace(placeId, session), async () => null),
  };
}
