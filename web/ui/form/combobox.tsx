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
  count: number;
  onTake: (index: number) => void;
  onEnter?: () => void;
};

/** The keyCode that Safari sends for IME keys. */
const COMPOSING_KEY = 229;

export type Combobox = ReturnType<typeof useCombobox>;

/**
 * ARIA combobox: arrow keys move through the field and the options, but focus stays in the field. `words`: `typed`
 * without an unfinished IME composition. `staysOpen`: Escape does not close the list.
 */
export function useCombobox({ initial = '', staysOpen = false }: { initial?: string; staysOpen?: boolean } = {}) {
  const listId = useId();
  const composing = useRef(false);
  const [typed, setTyped] = useState(initial);
  const [words, setWords] = useState(initial);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isOpen = staysOpen || open;

  function write(text: string) {
    setTyped(text);
    setWords(text);
    setActive(-1);
  }
  function onKeyDown(event: KeyboardEvent, { count, onTake, onEnter }: Offer) {
    if (event.nativeEvent.isComposing || event.keyCode === COMPOSING_KEY) return;
    const chosen = isOpen && active >= 0 && active < count;
    const nextIndex = { ArrowDown: active + 1, ArrowUp: active < 0 ? count - 1 : active - 1 }[event.key];
    if (nextIndex !== undefined && count > 0) {
      setOpen(true);
      setActive(nextIndex >= count ? -1 : nextIndex);
    } else if (event.key === 'Enter' && chosen) onTake(active);
    else if (event.key === 'Enter' && onEnter) onEnter();
    // Escape closes only the list and keeps the surrounding sheet open.
    else if (event.key === 'Escape' && open && count > 0) setOpen(false);
    else return;
    event.preventDefault();
  }
  function field(offer: Offer) {
    const isShown = isOpen && offer.count > 0;
    return {
      role: 'combobox',
      autoComplete: 'off',
      spellCheck: false,
      'aria-autocomplete': 'list',
      'aria-expanded': isShown,
      'aria-controls': listId,
      'aria-activedescendant': isShown && active >= 0 && active < offer.count ? `${listId}-${active}` : undefined,
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

type OptionProps = { box: Combobox; index: number; onTake: () => void; className: string; children: ReactNode };

/** `index`: the index in the whole list. Mousedown must not move focus away from the field. */
export function ComboboxOption({ box: { active, listId }, index, onTake, className, children }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, it keeps the focus.
    <div
      id={`${listId}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={index === active}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
      className={classes(
        'flex min-h-12 cursor-pointer rounded-control px-3 py-1.5',
        index === active ? 'bg-accent-soft' : 'hover:bg-sunken',
        className,
      )}
    >
      {children}
    </div>
  );
}
