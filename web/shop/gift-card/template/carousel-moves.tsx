import { useLingui } from '@lingui/react/macro';
import type { Template } from '#contract/catalogue.ts';
import { IconButton } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { DrawingPicture } from '../../gift-picture/drawing-picture.tsx';

type Moves = { frontIndex: number; show: (index: number) => void };

export function Sides({ frontIndex, last, show }: Moves & { last: number }) {
  const { t } = useLingui();
  if (last < 1) return null;
  const look =
    'absolute! top-[42%] -translate-y-1/2 border border-line bg-surface! shadow-float disabled:opacity-0 max-sm:hidden!';
  return (
    <>
      <IconButton
        label={t`Previous wrapping`}
        disabled={frontIndex === 0}
        onClick={() => show(frontIndex - 1)}
        className={classes(look, 'left-0')}
      >
        <Icon name="back" />
      </IconButton>
      <IconButton
        label={t`Next wrapping`}
        disabled={frontIndex === last}
        onClick={() => show(frontIndex + 1)}
        className={classes(look, 'right-0')}
      >
        <Icon name="forward" />
      </IconButton>
    </>
  );
}

export function Overview({
  templates,
  chosen,
  frontIndex,
  show,
}: Moves & { templates: readonly Template[]; chosen: string }) {
  const { t } = useLingui();
  if (templates.length < 2) return null;
  const showName = ({ name }: Template) => t`Show ${name}`;
  return (
    <div className="grid grid-cols-4 gap-2 sm:flex sm:flex-wrap sm:justify-center">
      {templates.map((template, index) => (
        <button
          key={template.id}
          type="button"
          aria-label={showName(template)}
          aria-current={index === frontIndex || undefined}
          onClick={() => show(index)}
          className={classes(
            'relative block overflow-hidden rounded-control ring-2 transition-shadow sm:w-20',
            index === frontIndex ? 'ring-accent' : 'ring-transparent',
          )}
        >
          <DrawingPicture template={template} sizes="88px" />
          {template.mms_template_id === chosen && (
            <span className="absolute right-0 bottom-0 rounded-tl-control bg-good text-surface">
              <Icon name="check" className="size-4" />
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
