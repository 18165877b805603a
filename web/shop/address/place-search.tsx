import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { Place } from '#contract/shop.ts';
import { FEWEST_LETTERS, placesQuery } from '../../api/places.ts';
import { Button } from '../../ui/button.tsx';
import { controlClasses, Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { PlaceList } from './place-list.tsx';

const TYPING_MS = 180;

type PlaceSearchProps = {
  onPick: (place: Place) => void;
  /** Given while the detailed fields are hidden: offers to type the address without a suggestion. */
  onTypeByHand?: ((typed: string) => void) | undefined;
};

/** Address search with suggestions: a combobox by the ARIA pattern. Arrows choose, Enter takes, Escape closes the list. */
export function PlaceSearch({ onPick, onTypeByHand }: PlaceSearchProps) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const settled = useSettled(open ? typed : '', TYPING_MS);
  // The list before stays until the next one is there, so it does not flicker while typing.
  const { data, isFetching } = useQuery({ ...placesQuery(settled), placeholderData: keepPreviousData });
  const places = typed.trim().length >= FEWEST_LETTERS ? (data ?? []) : [];
  const shown = open && places.length > 0;

  function take(place: Place | undefined) {
    if (!place) return;
    setTyped(place.label);
    setOpen(false);
    onPick(place);
  }
  function onKeyDown(event: KeyboardEvent) {
    const at = { ArrowDown: active + 1, ArrowUp: active < 0 ? places.length - 1 : active - 1 }[event.key];
    if (at !== undefined && places.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive(at >= places.length ? 0 : at < 0 ? places.length - 1 : at);
    } else if (event.key === 'Enter' && shown && active >= 0) {
      event.preventDefault();
      take(places[active]);
    } else if (event.key === 'Escape' && shown) {
      // Only the list closes, not the sheet around it.
      event.preventDefault();
      setOpen(false);
    }
  }

  return (
    <div className="relative">
      <Field label="Address">
        {(inside) => (
          <div className="relative">
            <Icon
              name="search"
              className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted"
            />
            <input
              {...inside}
              type="text"
              role="combobox"
              name="address-search"
              autoComplete="off"
              spellCheck={false}
              placeholder="Type Address..."
              aria-autocomplete="list"
              aria-expanded={shown}
              aria-controls={listId}
              aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setOpen(true);
                setActive(-1);
              }}
              onKeyDown={onKeyDown}
              onBlur={() => setOpen(false)}
              className={controlClasses(false, 'pl-11')}
            />
          </div>
        )}
      </Field>
      <PlaceList id={listId} places={shown ? places : []} active={active} onTake={take} />
      {onTypeByHand && (
        <Button look="quiet" className="mt-1 px-0! text-15!" onClick={() => onTypeByHand(typed)}>
          Enter it yourself
        </Button>
      )}
      <LiveRegion>{open && !isFetching && settled === typed ? foundText(typed, places.length) : ''}</LiveRegion>
    </div>
  );
}

function foundText(typed: string, count: number): string {
  if (typed.trim().length < FEWEST_LETTERS) return '';
  if (count === 0) return 'No addresses found';
  return count === 1 ? '1 address found' : `${count} addresses found`;
}

/** The value once it has stood still for a moment. */
function useSettled(value: string, ms: number): string {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
