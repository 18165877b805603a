import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useId, useRef } from 'react';
import type { Template } from '#contract/catalogue.ts';
import type { PictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { useInView } from '#web/ui/view/use-in-view.ts';
import { GiftPicture } from '../../gift-picture/gift-picture.tsx';
import { Overview, Sides } from './carousel-moves.tsx';
import { useSlides } from './use-slides.ts';

type TemplateCarouselProps = {
  templates: readonly Template[];
  words: PictureWords;
  areWordsReady: boolean;
  chosen: string;
  first: string;
  busy: string;
  onChoose: (template: Template) => void;
  onShown: (template: Template) => void;
};

/** Phones snap to one slide; tablets show a row (use-slides.ts checks the snapping). */
const stripClasses =
  'relative -mx-(--gutter) flex snap-x snap-mandatory gap-4 overflow-x-auto overscroll-x-contain px-[calc(50%+var(--gutter)-min(9.5rem,38vw))] pt-3 pb-6 [scrollbar-width:none] ' +
  'sm:snap-none sm:gap-5 sm:mask-x-from-[calc(100%-var(--gutter))] sm:px-(--gutter)';

export function TemplateCarousel(props: TemplateCarouselProps) {
  const { templates, words, areWordsReady, chosen, first, busy, onChoose, onShown } = props;
  const { t } = useLingui();
  const strip = useRef<HTMLUListElement>(null);
  const {
    slideIndex: frontIndex,
    show,
    onScroll,
  } = useSlides(strip, {
    first: Math.max(
      0,
      templates.findIndex(({ mms_template_id }) => mms_template_id === first),
    ),
    onSettled: (index) => templates[index] && onShown(templates[index]),
  });
  const last = templates.length - 1;

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowRight: frontIndex + 1, ArrowLeft: frontIndex - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  }

  const frontTemplate = templates[frontIndex];
  const [position, count] = [frontIndex + 1, templates.length];
  return (
    <section aria-roledescription="carousel" aria-label={t`Wrappings`} className="mt-4 pb-6">
      <p aria-live="polite" className="sr-only">
        {frontTemplate && t`${frontTemplate.name}, ${position} of ${count}`}
      </p>
      <div className="relative">
        <ul
          ref={strip}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          aria-label={t`Use the arrow keys to turn through the wrappings`}
          onKeyDown={onKeyDown}
          onScroll={onScroll}
          className={stripClasses}
        >
          {templates.map((template, index) => (
            <Slide
              key={template.id}
              template={template}
              words={words}
              areWordsReady={areWordsReady}
              place={{ index, count, current: index === frontIndex }}
              chosen={template.mms_template_id === chosen}
              busy={template.mms_template_id === busy}
              onChoose={onChoose}
              onFront={() => show(index)}
            />
          ))}
        </ul>
        <Sides frontIndex={frontIndex} last={last} show={show} />
      </div>
      <Overview templates={templates} chosen={chosen} frontIndex={frontIndex} show={show} />
    </section>
  );
}

type SlideProps = {
  template: Template;
  words: PictureWords;
  areWordsReady: boolean;
  place: { index: number; count: number; current: boolean };
  chosen: boolean;
  busy: boolean;
  onChoose: (template: Template) => void;
  onFront: () => void;
};

function Slide({ template, words, areWordsReady, place, chosen, busy, onChoose, onFront }: SlideProps) {
  const { t } = useLingui();
  const id = useId();
  const slide = useRef<HTMLLIElement>(null);
  const inView = useInView(slide);
  const { index, count, current } = place;
  const [position, name] = [index + 1, template.name];
  return (
    <li
      ref={slide}
      aria-roledescription="slide"
      aria-label={t`${position} of ${count}`}
      // Brings the slide to the front only on keyboard focus, because a tapped button must not move.
      onFocus={({ target }) => target.matches(':focus-visible') && onFront()}
      className={classes(
        'w-[min(19rem,76vw)] shrink-0 snap-center transition-[scale] duration-200 sm:flex sm:w-64 sm:flex-col lg:w-56',
        !current && 'scale-[0.96]',
      )}
    >
      {/* biome-ignore lint/a11y: a tap brings a picture at the side to the front; keys and the overview do the same for others. */}
      <div onClick={current ? undefined : onFront} className={classes(!current && 'cursor-pointer')}>
        <GiftPicture
          template={template}
          words={words}
          wanted={areWordsReady && inView}
          sizes="(min-width: 1024px) 224px, (min-width: 640px) 256px, (min-width: 400px) 304px, 76vw"
          first={index < 2}
          className={classes(
            'rounded-card shadow-float transition-opacity duration-200',
            !current && 'opacity-75 sm:opacity-100',
            chosen && 'outline-3 outline-offset-4 outline-good',
          )}
        />
      </div>
      <p
        id={id}
        className={classes(
          'mt-3 mb-2 flex min-h-6 grow items-center justify-center gap-1 text-15 lg:text-13',
          current ? 'font-semibold' : 'text-muted',
        )}
      >
        {chosen && <Icon name="check" className="size-5 text-good" />}
        {chosen ? <Trans>Your choice: {name}</Trans> : name}
      </p>
      <Button
        wide
        variant={current ? 'primary' : 'plain'}
        busy={busy}
        aria-describedby={id}
        onClick={() => onChoose(template)}
      >
        <Trans>Continue</Trans>
      </Button>
    </li>
  );
}
