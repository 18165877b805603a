import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

const SETTLED_AFTER_MS = 250;

type Slides = {
  first: number;
  onSettled: (index: number) => void;
};

/** With snap points, the slide in the middle of the strip is current; otherwise the last one requested is. */
export function useSlides(strip: RefObject<HTMLElement | null>, { first, onSettled }: Slides) {
  const [slideIndex, setSlideIndex] = useState(first);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const opening = useRef(first);

  // Scrolls once before first paint, so that the strip does not visibly move.
  useLayoutEffect(() => {
    scrollTo(strip.current, opening.current, 'instant');
    return () => clearTimeout(settling.current);
  }, [strip]);

  return {
    slideIndex,
    show(wantedIndex: number): void {
      const last = (strip.current?.children.length ?? 1) - 1;
      const next = Math.min(last, Math.max(0, wantedIndex));
      const quiet = matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (isRow(strip.current)) {
        setSlideIndex(next);
        if (next !== slideIndex) onSettled(next);
      }
      scrollTo(strip.current, next, quiet ? 'instant' : 'smooth');
    },
    onScroll(): void {
      if (isRow(strip.current)) return;
      const middle = middleSlide(strip.current);
      setSlideIndex(middle);
      clearTimeout(settling.current);
      settling.current = setTimeout(() => {
        if (middle !== opening.current) onSettled(middle);
        opening.current = middle;
      }, SETTLED_AFTER_MS);
    },
  };
}

function isRow(strip: HTMLElement | null): boolean {
  return strip !== null && getComputedStyle(strip).scrollSnapType === 'none';
}

function scrollTo(strip: HTMLElement | null, index: number, behavior: ScrollBehavior): void {
  const slide = strip?.children[index];
  if (!strip || !(slide instanceof HTMLElement)) return;
  strip.scrollTo({ left: slide.offsetLeft - (strip.clientWidth - slide.offsetWidth) / 2, behavior });
}

function middleSlide(strip: HTMLElement | null): number {
  const slides = [...(strip?.children ?? [])] as HTMLElement[];
  const middle = (strip?.scrollLeft ?? 0) + (strip?.clientWidth ?? 0) / 2;
  const distances = slides.map((slide) => Math.abs(slide.offsetLeft + slide.offsetWidth / 2 - middle));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
