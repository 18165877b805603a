import {
  type ChangeEvent,
  type CompositionEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { classes } from '../classes.ts';

type Offer = {
  /** How many options there are. */
  count: number;
  onTake: (at: number) => void;
  /** Enter while no option is chosen. */
  onEnter?: () => void;
};

/** What Safari says of a key that belongs to an input method. */
const COMPOSING_KEY = 229;

export type Combobox = ReturnType<typeof useCombobox>;

/**
 * A text field with suggestions, by the ARIA pattern of a combobox: arrows choose and pass through the field itself,
 * Enter takes, Escape closes the list. The field keeps the focus. `typed` stands in it; `words` is what to look for:
 * the same without a composition (of an input method) that is not finished. With `staysOpen` the list is always there
 * and Escape is somebody else's.
 */
export function useCombobox({ initial = '', staysOpen = false }: { initial?: string; staysOpen?: boolean } = {}) {
  const listId = useId();
  const composing = useRef(false);
  const [typed, setTyped] = useState(initial);
  const [words, setWords] = useState(initial);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isOpen = staysOpen || open;

  /** Puts a text into the field as if it had been typed whole. */
  function write(text: string) {
    setTyped(text);
    setWords(text);
    setActive(-1);
  }
  function onKeyDown(event: KeyboardEvent, { count, onTake, onEnter }: Offer) {
    if (event.nativeEvent.isComposing || event.keyCode === COMPOSING_KEY) return;
    const chosen = isOpen && active >= 0 && active < count;
    const at = { ArrowDown: active + 1, ArrowUp: active < 0 ? count - 1 : active - 1 }[event.key];
    if (at !== undefined && count > 0) {
      setOpen(true);
      setActive(at >= count ? -1 : at);
    } else if (event.key === 'Enter' && chosen) onTake(active);
    else if (event.key === 'Enter' && onEnter) onEnter();
    // Only the list closes, not the sheet around it.
    else if (event.key === 'Escape' && open && count > 0) setOpen(false);
    else return;
    event.preventDefault();
  }
  function field(offer: Offer) {
    const shown = isOpen && offer.count > 0;
    return {
      role: 'combobox',
      autoComplete: 'off',
      spellCheck: false,
      'aria-autocomplete': 'list',
      'aria-expanded': shown,
      'aria-controls': listId,
      'aria-activedescendant': shown && active >= 0 && active < offer.count ? `${listId}-${active}` : undefined,
      value: typed,
      onChange({ target }: ChangeEvent<HTMLInputElement>) {
        setOpen(!staysOpen);
        if (composing.current) setTyped(target.value);
        else write(target.value);
      },
      onCompositionStart() {
        composing.current = true;
      },
      onCompositionEnd({ currentTarget }: CompositionEvent<HTMLInputElement>) {
        composing.current = false;
        write(currentTarget.value);
      },
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, offer),
      onBlur: () => setOpen(false),
    } as const;
  }
  return { listId, typed, words, active, open: isOpen, close: () => setOpen(false), write, field };
}

type ListProps = { box: Combobox; label: string; className: string; children: ReactNode };

export function ComboboxList({ box, label, className, children }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { active, listId } = box;
  useEffect(() => {
    if (active >= 0) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={listId} role="listbox" aria-label={label} className={className}>
      {children}
    </div>
  );
}

type OptionProps = { box: Combobox; at: number; onTake: () => void; className: string; children: ReactNode };

/**
 * `at` counts through all options of the list. Pressing one must not take the focus from the field, hence the
 * mousedown.
 */
export function ComboboxOption({ box: { active, listId }, at, onTake, className, children }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, it keeps the focus.
    <div
      id={`${listId}-${at}`}
      role="option"
      tabIndex={-1}
      aria-selected={at === active}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
      className={classes(
        'flex min-h-12 cursor-pointer rounded-control px-3 py-1.5',
        at === active ? 'bg-accent-soft' : 'hover:bg-sunken',
        className,
      )}
    >
      {children}
    </div>
  );
}
