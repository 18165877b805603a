import { useEffect, useRef } from 'react';
import type { Place } from '#contract/shop.ts';
import { classes } from '../../ui/classes.ts';

type PlaceListProps = { id: string; places: readonly Place[]; active: number; onTake: (place: Place) => void };

/** The suggestions, under the field. Pressing one must not take the focus from the field, hence the mousedown. */
export function PlaceList({ id, places, active, onTake }: PlaceListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Addresses"
      hidden={places.length === 0}
      className="absolute inset-x-0 top-full z-30 mt-1 max-h-72 animate-appear overflow-y-auto overscroll-contain rounded-control border border-line bg-surface p-1 shadow-float"
    >
      {places.map((place, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's, it keeps the focus.
        <div
          key={`${place.label} ${place.postcode}`}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(place)}
          className={classes(
            'flex min-h-12 cursor-pointer flex-col justify-center rounded-control px-3 py-1.5',
            at === active ? 'bg-accent-soft' : 'hover:bg-sunken',
          )}
        >
          {place.street && <span className="truncate text-17 font-semibold">{place.street}</span>}
          <span className={classes('truncate', place.street ? 'text-15 text-muted' : 'text-17')}>
            {[place.suburb, place.state, place.postcode].filter(Boolean).join(' ')}
          </span>
        </div>
      ))}
    </div>
  );
}
