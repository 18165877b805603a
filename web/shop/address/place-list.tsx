import { useLingui } from '@lingui/react/macro';
import type { Place } from '#contract/shop.ts';
import { classes } from '#web/ui/classes.ts';
import { type Combobox, ComboboxList, ComboboxOption } from '#web/ui/form/combobox.tsx';

type PlaceListProps = {
  box: Combobox;
  places: readonly Place[];
  /** The address provider that must be credited, or ''. */
  attribution: string;
  onTake: (place: Place) => void;
};

export function PlaceList({ box, places, attribution, onTake }: PlaceListProps) {
  const { t } = useLingui();
  return (
    <div
      hidden={places.length === 0}
      className="absolute inset-x-0 top-full z-30 mt-1 animate-appear rounded-control border border-line bg-surface shadow-float"
    >
      <ComboboxList box={box} label={t`Addresses`} className="max-h-72 overflow-y-auto overscroll-contain p-1">
        {places.map((place, index) => (
          <ComboboxOption
            key={`${place.label} ${place.postcode} ${place.place_id ?? ''}`}
            box={box}
            index={index}
            onTake={() => onTake(place)}
            className="flex-col justify-center"
          >
            {place.street && <span className="truncate text-17 font-semibold">{place.street}</span>}
            <span className={classes('truncate', place.street ? 'text-15 text-muted' : 'text-17')}>
              {[place.suburb, place.state, place.postcode].filter(Boolean).join(' ') || place.label}
            </span>
          </ComboboxOption>
        ))}
      </ComboboxList>
      {attribution && (
        <p lang="en" translate="no" className="border-line border-t px-3 py-1.5 text-13 text-muted">
          {attribution}
        </p>
      )}
    </div>
  );
}
