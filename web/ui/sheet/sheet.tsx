import { useLingui } from '@lingui/react/macro';
import { createContext, type ReactNode, use, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../button.tsx';
import { classes } from '../classes.ts';
import { Icon } from '../icons.tsx';
import { preserveWidth } from './scroll-lock.ts';
import { enterSheet } from './sheet-history.ts';

const TitleId = createContext('');

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
   * `bottom`: centred on wide screens. `top`: fills a phone, for typing. `whole`: fills any screen, with light colours.
   */
  from?: 'bottom' | 'side' | 'top' | 'whole';
  broad?: boolean;
  /** If false, offer another way to close the sheet. Escape and back always work. */
  closeButton?: boolean;
  /** For a sheet that opens without a tap: ignores keys as well as taps at first. */
  settles?: boolean;
  className?: string;
};

/**
 * Milliseconds in which a new sheet ignores taps, because a second tap was meant for its opener. Phones may not count
 * taps.
 */
const FIRST_TAPS_MS = 400;
/** Milliseconds for a sheet that opens without a tap, because an impatient customer may tap the page again. */
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

const beside = 'top-[calc(var(--spacing)*6+0.9375rem-24px)] sm:top-[calc(var(--spacing)*7+0.9375rem-24px)]';
const CLOSE = { bottom: beside, top: beside, whole: beside, side: 'top-2.5' };

/**
 * The sheet is open while it is rendered. Name it with <SheetTitle>. Mark the first field with data-autofocus, plus
 * autoFocus if the content may load later.
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

  // Uses a layout effect, because restoring focus needs the dialog in the document during cleanup.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    preserveWidth();
    element.showModal();
    openedAt.current = performance.now();
    // In browsers from before 2024, the backdrop still receives taps, which onClick ignores.
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
