import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { Picture as PictureData } from '#contract/shapes/product.ts';
import { IconButton } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { Picture, pictureUrl } from '#web/ui/picture.tsx';

const RATIO = 0.62;
const SIZES = '(min-width: 1216px) 640px, (min-width: 640px) 52vw, 100vw';

type PictureStripProps = {
  pictures: readonly PictureData[];
  name: string;
  isGiftCard: boolean;
  front?: string | undefined;
};

export function PictureStrip({ pictures, name, isGiftCard, front }: PictureStripProps) {
  const { t } = useLingui();
  const strip = useRef<HTMLUListElement>(null);
  const [slideIndex, setSlideIndex] = useState(0);
  const hasMany = pictures.length > 1;

  const show = (next: number) => showSlide(strip.current, next);
  useEffect(() => {
    const place = pictures.findIndex(({ id }) => id === front);
    showSlide(strip.current, place);
  }, [front, pictures]);

  const stage = `color-mix(in oklab, ${pictures[0]?.ground} 30%, var(--sunken))`;
  return (
    <section
      aria-label={t`Pictures`}
      className={classes(isGiftCard && 'px-6 py-7 short-phone:px-20 short-phone:py-4 sm:rounded-card sm:p-10')}
      style={isGiftCard ? { backgroundColor: stage } : {}}
    >
      <div className="group relative">
        <ul
          ref={strip}
          tabIndex={hasMany ? 0 : undefined}
          onScroll={({ currentTarget }) =>
            setSlideIndex(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
          }
          className={classes(
            'relative flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]',
            isGiftCard ? 'rounded-card shadow-float' : 'sm:rounded-card',
          )}
        >
          {pictures.map((picture, index) => (
            <li key={picture.id} className="relative w-full shrink-0 snap-center overflow-hidden">
              <Slide picture={picture} index={index} count={pictures.length} name={name} />
            </li>
          ))}
        </ul>
        {hasMany && <Arrows slideIndex={slideIndex} count={pictures.length} show={show} />}
      </div>
      {hasMany && <Thumbnails pictures={pictures} slideIndex={slideIndex} show={show} />}
    </section>
  );
}

function showSlide(strip: HTMLElement | null, index: number): void {
  const slide = strip?.children[index];
  if (slide instanceof HTMLElement) strip?.scrollTo({ left: slide.offsetLeft, behavior: 'smooth' });
}

type SlideProps = { picture: PictureData; index: number; count: number; name: string };

/** Shows a tall image uncropped and stretches its edge columns to fill both sides. */
function Slide({ picture, index, count, name }: SlideProps) {
  const { t } = useLingui();
  const position = index + 1;
  const first = index === 0;
  const shownShare = (RATIO * picture.width) / picture.height;
  const uncropped = shownShare < 0.95;
  return (
    <>
      {uncropped && <Sides picture={picture} part={(1 - shownShare) / 2} />}
      <Picture
        picture={picture}
        alt={count > 1 ? t`${name}, picture ${position} of ${count}` : name}
        sizes={SIZES}
        ratio={RATIO}
        first={first}
        className={uncropped ? 'relative object-contain!' : 'relative'}
        style={{
          ...(first ? { viewTransitionName: 'product-picture' } : {}),
          ...(uncropped ? { backgroundColor: 'transparent' } : {}),
        }}
      />
    </>
  );
}

/** `part`: the share of the slide's width to fill on each side. An extra 0.5 % hides the seam. */
function Sides({ picture, part }: { picture: PictureData; part: number }) {
  return (
    <div
      aria-hidden="true"
      className="absolute inset-0 border border-transparent"
      style={{
        backgroundColor: picture.ground,
        borderImage: `url("${pictureUrl(picture, 320, 'webp')}") 0 1 / 0 ${part * 100 + 0.5}% stretch`,
      }}
    />
  );
}

type Moves = { slideIndex: number; show: (next: number) => void };

function Arrows({ slideIndex, count, show }: Moves & { count: number }) {
  const { t } = useLingui();
  const look =
    'absolute! top-1/2 -translate-y-1/2 bg-surface/85 opacity-0 group-hover:opacity-100 focus-visible:opacity-100';
  return (
    <div className="hidden sm:block">
      {slideIndex > 0 && (
        <IconButton
          label={t`Previous picture`}
          onClick={() => show(slideIndex - 1)}
          className={classes(look, 'left-3')}
        >
          <Icon name="back" />
        </IconButton>
      )}
      {slideIndex < count - 1 && (
        <IconButton label={t`Next picture`} onClick={() => show(slideIndex + 1)} className={classes(look, 'right-3')}>
          <Icon name="forward" />
        </IconButton>
      )}
    </div>
  );
}

function Thumbnails({ pictures, slideIndex, show }: Moves & { pictures: readonly PictureData[] }) {
  const { t } = useLingui();
  const names = pictures.map((_, index) => {
    const position = index + 1;
    return t`Show picture ${position}`;
  });
  return (
    <ul className="flex gap-2 overflow-x-auto px-(--gutter) pt-3 pb-1 [scrollbar-width:none] sm:px-1">
      {pictures.map((picture, index) => (
        <li key={picture.id} className="shrink-0">
          <button
            type="button"
            aria-label={names[index]}
            aria-current={index === slideIndex || undefined}
            onClick={() => show(index)}
            className={classes(
              'block w-14 overflow-hidden rounded-control ring-2 transition-shadow',
              index === slideIndex ? 'ring-accent' : 'ring-transparent',
            )}
          >
            <Picture picture={picture} alt="" sizes="56px" ratio={1} />
          </button>
        </li>
      ))}
    </ul>
  );
}
