import { Trans } from '@lingui/react/macro';
import { useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { usePopups } from '../state/popups.ts';
import { closeToast, useToast } from '../state/toasts.ts';

const look =
  'pointer-events-auto -my-3 -mr-[12px] ml-1 inline-flex min-h-12 items-center rounded-full px-[12px] underline underline-offset-4';

const outside =
  'fixed inset-x-0 bottom-[calc(5.5rem+env(safe-area-inset-bottom))] px-4 sm:bottom-6 lg:justify-end lg:px-8 ' +
  'max-sm:[body:not(:has([data-action-bar]))_&]:bottom-[calc(1rem+env(safe-area-inset-bottom))]';

/**
 * `inside`: the toast is in the cart popup, because an open dialog blocks everything outside it. The empty region stays
 * in the page, because screen readers announce changes only in regions they already know.
 */
export function Toast({ inside = false }: { inside?: boolean }) {
  const { text, count, next, action } = useToast();
  const { pathname } = useLocation();
  const inCart = usePopups(({ popup }) => popup?.kind === 'cart');
  const isShown = text !== '' && (action?.undo ? inCart === inside : !inside);
  return (
    <div
      role="status"
      aria-live="polite"
      className={classes('pointer-events-none z-40 flex justify-center', inside ? 'sticky top-2 empty:-mb-5' : outside)}
    >
      {isShown && (
        <p
          key={count}
          className="flex animate-rise items-center gap-2 rounded-card bg-ink px-[20px] py-3 text-15 font-semibold text-paper shadow-float"
        >
          <Icon name="check" className="size-5 shrink-0" />
          {text}
          {next && next.to !== pathname && (
            <Link to={next.to} onClick={closeToast} className={look}>
              {next.label}
            </Link>
          )}
          {action?.undo && <Undo undo={action.act} />}
          {action && !action.undo && (
            <button type="button" onClick={action.act} className={classes(look, 'text-left')}>
              {action.label}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** When this button disappears, keep-focus.ts moves the focus on. */
function Undo({ undo }: { undo: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // Wait a frame, because a closing popup first returns focus to its button.
    const frame = requestAnimationFrame(() => button.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <button
      ref={button}
      type="button"
      data-keeps-focus
      onClick={() => {
        closeToast();
        undo();
      }}
      // The focus outline is drawn inside, because the button is as tall as the bar.
      className={classes(look, 'focus-visible:-outline-offset-4 focus-visible:outline-paper')}
    >
      <Trans>Undo</Trans>
    </button>
  );
}
