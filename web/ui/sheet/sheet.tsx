import { useLingui } from '@lingui/react/macro';
import { createContext, type ReactNode, use, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../button.tsx';
import { classes } from '../classes.ts';
import { Icon } from '../icons.tsx';
import { keepWidth } from './scroll-lock.ts';
import { enterSheet } from './sheet-history.ts';

const TitleId = createContext('');

/** The heading of a sheet and its accessible name. */
export function SheetTitle({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <h2 id={use(TitleId)} tabIndex={-1} className={classes('text-25 pr-[40px] outline-none', className)}>
      {children}
    </h2>
  );
}

type SheetProps = {
  onClose: () => void;
  children: ReactNode;
  /**
   * `side` slides in from the left, as the menu does; `bottom` is a bottom sheet that stands centred on wide screens;
   * `top` fills a phone, for what is typed into, and hangs below the header on wide screens; `whole` is all of any
   * screen, light as paper.
   */
  from?: 'bottom' | 'side' | 'top' | 'whole';
  /** `bottom` with room for two columns on wide screens. */
  broad?: boolean;
  /** Without a close button the content must offer another way out; Escape and back always work. */
  closeButton?: boolean;
  /** It comes by itself: at first it takes no keys either that were meant for what lies below. */
  settles?: boolean;
  className?: string;
};

/**
 * A second tap was meant for what opened the sheet: neither for what the sheet has under the finger, nor as one beside
 * it. Where the browser counts taps, it says so; a telephone may not.
 */
const FIRST_TAPS_MS = 400;
/** Of a sheet that no tap opened: an impatient customer taps again as fast as this. */
const SETTLES_MS = 700;

const places = {
  bottom:
    'mt-auto mb-0 w-full max-w-none rounded-t-card animate-rise max-h-[88dvh] pb-[env(safe-area-inset-bottom)] ' +
    'sm:m-auto sm:w-[28rem] sm:rounded-card sm:max-h-[min(46rem,88dvh)]',
  top:
    'm-0 h-dvh max-h-none w-full max-w-none animate-appear sm:mx-auto sm:mt-2 sm:h-auto sm:w-[40rem] sm:rounded-card ' +
    'sm:max-h-[min(44rem,92dvh)]',
  whole: 'on-paper m-0 h-dvh max-h-none w-full max-w-none animate-appear',
  side: 'm-0 h-dvh max-h-none w-[min(22rem,88vw)] max-w-none animate-[slide-in_200ms_ease-out]',
};

/** On one line with the title below the padding of the sheet; the side menu has none. */
const beside = 'top-[calc(var(--spacing)*6+0.9375rem-24px)] sm:top-[calc(var(--spacing)*7+0.9375rem-24px)]';
const CLOSE = { bottom: beside, top: beside, whole: beside, side: 'top-2.5' };

/**
 * A native modal dialog: open as long as it is rendered. The browser keeps focus inside and gives it back; Escape, the
 * back button and a tap beside it close it. Its content names it with <SheetTitle>; the field to begin with carries
 * data-autofocus, and autoFocus as well where the content may load later.
 */
export function Sheet({
  onClose,
  children,
  from = 'bottom',
  broad = false,
  closeButton = true,
  settles = false,
  className,
}: SheetProps) {
  const { t } = useLingui();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const openedAt = useRef(0);
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  }, [onClose]);

  // A layout effect: its clean-up runs while the dialog is still on the page, and only then can it give focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    keepWidth();
    element.showModal();
    openedAt.current = performance.now();
    // Neither a field nor a button takes taps. In browsers from before 2024 the backdrop still does: see onClick.
    const ignoreTaps = [{ pointerEvents: 'none' }, { pointerEvents: 'none' }];
    element.animate(ignoreTaps, settles ? SETTLES_MS : FIRST_TAPS_MS);
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    const leave = enterSheet(() => latest.current());
    return () => {
      leave();
      element.close();
    };
  }, [settles]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        const isSecond = event.detail > 1 || event.timeStamp < openedAt.current + FIRST_TAPS_MS;
        if (event.target === dialog.current && !isSecond) onClose();
      }}
      onKeyDown={(event) => {
        const pressedAt = Math.min(event.timeStamp, performance.now());
        const early = settles && pressedAt < openedAt.current + SETTLES_MS;
        if (early && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
      }}
      className={classes(
        'bg-surface text-ink shadow-float overflow-y-auto overscroll-contain',
        places[from],
        broad && 'lg:w-[54rem]',
      )}
    >
      <TitleId value={titleId}>
        <div className={classes('relative', from !== 'side' && 'px-5 pt-6 pb-5 sm:p-7', className)}>
          {closeButton && (
            <IconButton label={t`Close`} onClick={onClose} className={classes('absolute! right-2.5 z-10', CLOSE[from])}>
              <Icon name="close" />
            </IconButton>
          )}
          {children}
        </div>
      </TitleId>
    </dialog>
  );
}
