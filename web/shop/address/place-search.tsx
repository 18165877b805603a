import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Place } from '#contract/shop.ts';
import { Button } from '#web/ui/button.tsx';
import { useCombobox } from '#web/ui/form/combobox.tsx';
import { controlClasses, Field } from '#web/ui/form/field.tsx';
import { useDebouncedValue } from '#web/ui/form/use-debounced-value.ts';
import { Icon } from '#web/ui/icons.tsx';
import { LiveRegion } from '#web/ui/live-region.tsx';
import { api } from '../calls/api.ts';
import { PlaceList } from './place-list.tsx';

const TYPING_MS = 180;

type PlaceSearchProps = {
  onPick: (place: Place) => void;
  /** Lets the customer type the address instead. Set only while the detail fields are hidden. */
  onTypeByHand?: ((typed: string) => void) | undefined;
};

export function PlaceSearch({ onPick, onTypeByHand }: PlaceSearchProps) {
  const { t, i18n } = useLingui();
  const box = useCombobox();
  const { words, open } = box;
  const [session, setSession] = useState(createPlaceSession);
  /** The latest picked address. Details that arrive for earlier picks are ignored. */
  const latest = useRef<Place>(undefined);
  const settled = useDebouncedValue(open ? words : '', TYPING_MS);
  const { data, isFetching } = useQuery({ ...placesQuery(settled, session), placeholderData: keepPreviousData });
  const places = words.trim().length >= FEWEST_LETTERS ? (data?.data ?? []) : [];

  function take(place: Place | undefined) {
    if (!place) return;
    box.write(place.label);
    box.close();
    latest.current = place;
    void placeParts(place, session).then((parts) => {
      if (latest.current === place) onPick(parts);
    });
    setSession(createPlaceSession());
  }

  return (
    <div>
      <Field label={t`Address`}>
        {(inside) => (
          <div className="relative">
            <Icon
              name="search"
              className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted"
            />
            <input
              {...inside}
              type="text"
              name="address-search"
              placeholder={t`Type Address...`}
              {...box.field({ count: places.length, onTake: (index) => take(places[index]) })}
              className={controlClasses(false, 'pl-11')}
            />
            <PlaceList box={box} places={open ? places : []} attribution={data?.attribution ?? ''} onTake={take} />
          </div>
        )}
      </Field>
      {onTypeByHand && (
        <Button variant="quiet" className="mt-1 px-0! text-15!" onClick={() => onTypeByHand(box.typed)}>
          <Trans>Enter it yourself</Trans>
        </Button>
      )}
      <LiveRegion>
        {open && !isFetching && settled === words ? formatFoundCount(i18n, words, places.length) : ''}
      </LiveRegion>
    </div>
  );
}

function formatFoundCount(i18n: I18n, typed: string, count: number): string {
  if (typed.trim().length < FEWEST_LETTERS) return '';
  if (count === 0) return i18n._(msg`No addresses found`);
  return i18n._(msg({ message: plural(count, { one: '# address found', other: '# addresses found' }) }));
}

const FEWEST_LETTERS = 3;
const FRESH_MS = 10 * 60_000;

/** Creates a session id for each typed address, because some providers bill by session. */
function createPlaceSession(): string {
  return Array.from({ length: 3 }, () => Math.random().toString(36).slice(2, 12)).join('');
}

/** Finds at most eight places. Shows no popup on errors, because customers can type the address instead. */
const placesQuery = (typed: string, session: string) => {
  const q = typed.trim().replace(/\s+/g, ' ');
  return queryOptions({
    queryKey: ['places', q.toLowerCase()],
    queryFn: ({ signal }) => api('GET mobiledigital/places', { query: { q, session } }, { signal }),
    enabled: q.length >= FEWEST_LETTERS,
    staleTime: FRESH_MS,
    meta: { quiet: true },
  });
};

/**
 * Fetches the parts of the address, which some providers omit from search results. On failure, uses the label as the
 * street.
 */
async function placeParts(picked: Place, session: string): Promise<Place> {
  if (picked.place_id === undefined) return picked;
  const query = { place_id: picked.place_id, session };
  const place = await api('GET mobiledigital/place', { query }).catch(() => null);
  return place?.data ?? { ...picked, street: picked.label };
}
