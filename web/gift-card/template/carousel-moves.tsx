import { useLingui } from '@lingui/react/macro';
import type { Template } from '#contract/catalogue.ts';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icons.tsx';

type Moves = { at: number; show: (index: number) => void };

/** Arrows where a hand does not swipe; on a phone the next picture at the side says the same. */
export function Sides({ at, last, show }: Moves & { last: number }) {
  const { t } = useLingui();
  if (last < 1) return null;
  const look =
    'absolute! top-[42%] -translate-y-1/2 border border-line bg-surface! shadow-float disabled:opacity-0 max-sm:hidden!';
  return (
    <>
      <IconButton
        label={t`Previous wrapping`}
        disabled={at === 0}
        onClick={() => show(at - 1)}
        className={classes(look, 'left-0')}
      >
        <Icon name="back" />
      </IconButton>
      <IconButton
        label={t`Next wrapping`}
        disabled={at === last}
        onClick={() => show(at + 1)}
        className={classes(look, 'right-0')}
      >
        <Icon name="forward" />
      </IconButton>
    </>
  );
}

export function Dots({ templates, at, show }: Moves & { templates: readonly Template[] }) {
  const { t } = useLingui();
  if (templates.length < 2) return null;
  return (
    <div className="flex flex-wrap items-center justify-center">
      {templates.map(({ id, name }, index) => (
        <button
          key={id}
          type="button"
          aria-label={t`Show ${name}`}
          aria-current={index === at || undefined}
          onClick={() => show(index)}
          className="grid size-11 place-items-center rounded-full"
        >
          <span
            className={classes(
              'block h-2 rounded-full transition-[width,background-color] duration-200',
              index === at ? 'w-5 bg-accent' : 'w-2 bg-edge',
            )}
          />
        </button>
      ))}
    </div>
  );
}
