import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useId, useRef } from 'react';
import type { Template } from '#contract/catalogue.ts';
import type { PictureWords } from '#contract/rules/gift-picture.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icons.tsx';
import { GiftPicture } from './gift-picture.tsx';
import { useSlides } from './use-slides.ts';

type TemplateCarouselProps = {
  templates: readonly Template[];
  words: PictureWords;
  /** mms_template_id; '' for none. */
  chosen: string;
  /** The one in the middle at the start. */
  first: string;
  busy: string;
  onChoose: (template: Template) => void;
  onShown: (template: Template) => void;
};

/** RT-21, RT-22: one slide a template, moved by swiping, arrows, dots, the arrow keys and a tap on the next one. */
export function TemplateCarousel({ templates, words, chosen, first, busy, onChoose, onShown }: TemplateCarouselProps) {
  const { t } = useLingui();
  const strip = useRef<HTMLUListElement>(null);
  const { at, show, onScroll } = useSlides(strip, {
    first: Math.max(
      0,
      templates.findIndex(({ mms_template_id }) => mms_template_id === first),
    ),
    onSettled: (index) => templates[index] && onShown(templates[index]),
  });
  const last = templates.length - 1;

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  }

  const shown = templates[at];
  const [position, count] = [at + 1, templates.length];
  return (
    <section aria-roledescription="carousel" aria-label={t`Wrappings`} className="mt-4 pb-6">
      <p aria-live="polite" className="sr-only">
        {shown && t`${shown.name}, ${position} of ${count}`}
      </p>
      <div className="relative">
        <ul
          ref={strip}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          aria-label={t`Use the arrow keys to turn through the wrappings`}
          onKeyDown={onKeyDown}
          onScroll={onScroll}
          className="relative -mx-(--gutter) flex snap-x snap-mandatory gap-4 overflow-x-auto overscroll-x-contain px-[calc(50%+var(--gutter)-min(9.5rem,38vw))] pt-3 pb-6 [scrollbar-width:none] sm:gap-6 sm:mask-x-from-90%"
        >
          {templates.map((template, index) => (
            <Slide
              key={template.id}
              template={template}
              words={words}
              place={{ index, count, current: index === at }}
              chosen={template.mms_template_id === chosen}
              busy={template.mms_template_id === busy}
              onChoose={onChoose}
              onFront={() => show(index)}
            />
          ))}
        </ul>
        <Sides at={at} last={last} show={show} />
      </div>
      <Dots templates={templates} at={at} show={show} />
    </section>
  );
}

type SlideProps = {
  template: Template;
  words: PictureWords;
  place: { index: number; count: number; current: boolean };
  chosen: boolean;
  busy: boolean;
  onChoose: (template: Template) => void;
  onFront: () => void;
};

function Slide({ template, words, place, chosen, busy, onChoose, onFront }: SlideProps) {
  const { t } = useLingui();
  const id = useId();
  const { index, count, current } = place;
  const [position, name] = [index + 1, template.name];
  return (
    <li
      aria-roledescription="slide"
      aria-label={t`${position} of ${count}`}
      className={classes(
        'w-[min(19rem,76vw)] shrink-0 snap-center transition-[scale] duration-200',
        !current && 'scale-[0.96]',
      )}
    >
      {/* biome-ignore lint/a11y: a tap brings a picture at the side to the front; keys and dots do the same for others. */}
      <div onClick={current ? undefined : onFront} className={classes(!current && 'cursor-pointer')}>
        <GiftPicture
          template={template}
          words={words}
          sizes="(min-width: 400px) 304px, 76vw"
          first={index < 2}
          className={classes(
            'rounded-card shadow-float transition-opacity duration-200',
            !current && 'opacity-75',
            chosen && 'outline-3 outline-offset-4 outline-good',
          )}
        />
      </div>
      <p
        id={id}
        className={classes(
          'mt-3 mb-2 flex min-h-6 items-center justify-center gap-1 text-15',
          current ? 'font-semibold' : 'text-muted',
        )}
      >
        {chosen && <Icon name="check" className="size-5 text-good" />}
        {chosen ? <Trans>Your choice: {name}</Trans> : name}
      </p>
      <Button
        wide
        look={current ? 'primary' : 'plain'}
        busy={busy}
        aria-describedby={id}
        onClick={() => onChoose(template)}
      >
        <Trans>Continue</Trans>
      </Button>
    </li>
  );
}

type Moves = { at: number; show: (index: number) => void };

/** Arrows where a hand does not swipe; on a phone the next picture at the side says the same. */
function Sides({ at, last, show }: Moves & { last: number }) {
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

function Dots({ templates, at, show }: Moves & { templates: readonly Template[] }) {
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
