import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Template } from '#contract/catalogue.ts';
import type { PictureWords } from '#contract/rules/gift-picture.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icons.tsx';
import { GiftPicture } from './gift-picture.tsx';

type TemplateCarouselProps = {
  templates: readonly Template[];
  words: PictureWords;
  /** mms_template_id; '' for none. */
  chosen: string;
  busy: string;
  onChoose: (template: Template) => void;
};

/** RT-21, RT-22: one slide a template, moved by swiping, arrows, dots and the arrow keys. */
export function TemplateCarousel({ templates, words, chosen, busy, onChoose }: TemplateCarouselProps) {
  const strip = useRef<HTMLUListElement>(null);
  const first = Math.max(
    0,
    templates.findIndex(({ mms_template_id }) => mms_template_id === chosen),
  );
  const [at, setAt] = useState(first);

  // Before the first paint, so the carousel does not travel to the chosen one in front of the shopper.
  useLayoutEffect(() => scrollTo(strip.current, first, 'instant'), [first]);

  function show(wanted: number) {
    scrollTo(strip.current, Math.min(templates.length - 1, Math.max(0, wanted)), 'smooth');
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    show(at + by);
  }

  return (
    <section aria-roledescription="carousel" aria-label="Wrappings" className="mt-4 pb-8">
      <ul
        ref={strip}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={() => setAt(middleSlide(strip.current))}
        className="relative -mx-(--gutter) flex snap-x snap-mandatory gap-4 overflow-x-auto overscroll-x-contain px-[calc(50%+var(--gutter)-min(9.5rem,38vw))] pt-3 pb-6 [scrollbar-width:none] sm:gap-6 sm:mask-x-from-90%"
      >
        {templates.map((template, index) => (
          <Slide
            key={template.id}
            template={template}
            words={words}
            place={{ index, count: templates.length, current: index === at }}
            chosen={template.mms_template_id === chosen}
            busy={template.mms_template_id === busy}
            onChoose={onChoose}
          />
        ))}
      </ul>
      <Controls templates={templates} at={at} show={show} />
    </section>
  );
}

function scrollTo(strip: HTMLUListElement | null, index: number, behavior: ScrollBehavior): void {
  const slide = strip?.children[index];
  if (!strip || !(slide instanceof HTMLElement)) return;
  strip.scrollTo({ left: slide.offsetLeft - (strip.clientWidth - slide.offsetWidth) / 2, behavior });
}

function middleSlide(strip: HTMLUListElement | null): number {
  const slides = [...(strip?.children ?? [])] as HTMLElement[];
  const middle = (strip?.scrollLeft ?? 0) + (strip?.clientWidth ?? 0) / 2;
  const away = slides.map((slide) => Math.abs(slide.offsetLeft + slide.offsetWidth / 2 - middle));
  return Math.max(0, away.indexOf(Math.min(...away)));
}

type SlideProps = {
  template: Template;
  words: PictureWords;
  place: { index: number; count: number; current: boolean };
  chosen: boolean;
  busy: boolean;
  onChoose: (template: Template) => void;
};

function Slide({ template, words, place, chosen, busy, onChoose }: SlideProps) {
  const id = useId();
  const { index, count, current } = place;
  return (
    <li
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${count}`}
      className={classes(
        'w-[min(19rem,76vw)] shrink-0 snap-center transition-[scale] duration-200',
        !current && 'scale-[0.96]',
      )}
    >
      <GiftPicture
        template={template}
        words={words}
        sizes="(min-width: 400px) 304px, 76vw"
        first={index < 2}
        className={classes('rounded-card shadow-float transition-opacity duration-200', !current && 'opacity-75')}
      />
      <p id={id} className="mt-3 mb-2 flex items-center justify-center gap-1 text-15 text-muted">
        {chosen && <Icon name="check" className="size-5 text-good" />}
        {chosen ? `Your choice: ${template.name}` : template.name}
      </p>
      <Button
        wide
        look={current ? 'primary' : 'plain'}
        busy={busy}
        aria-describedby={id}
        onClick={() => onChoose(template)}
      >
        Continue
      </Button>
    </li>
  );
}

type ControlsProps = { templates: readonly Template[]; at: number; show: (index: number) => void };

function Controls({ templates, at, show }: ControlsProps) {
  if (templates.length < 2) return null;
  return (
    <div className="mt-2 flex items-center justify-center gap-1">
      <IconButton
        label="Previous wrapping"
        disabled={at === 0}
        onClick={() => show(at - 1)}
        className="disabled:opacity-30"
      >
        <Icon name="back" />
      </IconButton>
      {templates.map((template, index) => (
        <button
          key={template.id}
          type="button"
          aria-label={`Show ${template.name}`}
          aria-current={index === at || undefined}
          onClick={() => show(index)}
          className="grid size-7 place-items-center rounded-full"
        >
          <span
            className={classes(
              'block h-2 rounded-full transition-[width,background-color] duration-200',
              index === at ? 'w-5 bg-accent' : 'w-2 bg-edge',
            )}
          />
        </button>
      ))}
      <IconButton
        label="Next wrapping"
        disabled={at === templates.length - 1}
        onClick={() => show(at + 1)}
        className="disabled:opacity-30"
      >
        <Icon name="forward" />
      </IconButton>
    </div>
  );
}
