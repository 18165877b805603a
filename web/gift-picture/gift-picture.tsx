import { useLingui } from '@lingui/react/macro';
import { useEffect, useMemo, useState } from 'react';
import type { Template } from '#contract/catalogue.ts';
import {
  AREA_WEIGHTS,
  areaStyle,
  PICTURE_AREAS,
  type PictureWords,
  TEMPLATE_HEIGHT,
  TEMPLATE_WIDTH,
  type TextArea,
} from '#contract/rules/gift-card/gift-picture.ts';
import { classes } from '../ui/classes.ts';
import { Picture } from '../ui/picture.tsx';
import { fitText, type Measure } from './fit-text.ts';

type GiftPictureProps = {
  template: Template;
  words: PictureWords;
  sizes: string;
  first?: boolean;
  className?: string;
};

/**
 * The picture message as the recipient will get it, with live words: the same areas, sizes and line breaks as the JPEG
 * that is sent. Everything is measured in units of the template's canvas, so it is right at every width.
 */
export function GiftPicture({ template, words, sizes, first = false, className }: GiftPictureProps) {
  const { t } = useLingui();
  const fonts = useFontsLoaded();
  const areaTexts = PICTURE_AREAS.map((area) => words[area]).filter(Boolean);
  const [name, spoken] = [template.name, areaTexts.join('. ')];
  return (
    <div
      role="img"
      aria-label={t`Picture message “${name}”. ${spoken}`}
      className={classes('@container relative overflow-hidden', className)}
    >
      <Picture picture={template.picture} alt="" sizes={sizes} ratio={TEMPLATE_HEIGHT / TEMPLATE_WIDTH} first={first} />
      {PICTURE_AREAS.map((area) => (
        <Words key={area} text={words[area]} area={template.layout[area]} weight={AREA_WEIGHTS[area]} fonts={fonts} />
      ))}
    </div>
  );
}

type WordsProps = { text: string; area: TextArea; weight: number; fonts: number };

function Words({ text, area, weight, fonts }: WordsProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fonts` tells that the same text may now measure differently.
  const { size, lines } = useMemo(
    () => fitText({ text, area, measure: measureAt(weight) }),
    [text, area, weight, fonts],
  );
  return (
    <div
      aria-hidden="true"
      className="absolute flex flex-col justify-center whitespace-pre"
      style={{ ...areaStyle(area, { size, weight }), fontFamily: PICTURE_FACE, fontVariantLigatures: 'none' }}
    >
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity.
        <span key={at} className="block">
          {line || ' '}
        </span>
      ))}
    </div>
  );
}

const PICTURE_FACE = '"Bricolage Grotesque Variable", "Display Fallback", system-ui, sans-serif';
/** Measured large and divided, because browsers round glyph widths at small sizes. */
const MEASURED_AT = 200;

let pen: CanvasRenderingContext2D | null = null;

/** Widths in the display face at one weight, as the browser would set them. */
function measureAt(weight: number): Measure {
  pen ??= document.createElement('canvas').getContext('2d');
  return (text) => {
    if (!pen) return text.length * 0.5;
    pen.font = `${weight} ${MEASURED_AT}px ${PICTURE_FACE}`;
    return pen.measureText(text).width / MEASURED_AT;
  };
}

const FACE_ALONE = '20px "Bricolage Grotesque Variable"';

/** Changes whenever a part of a font has arrived, so that what was measured with a stand-in is measured again. */
function useFontsLoaded(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const loaded = () => setCount((before) => before + 1);
    document.fonts.addEventListener('loadingdone', loaded);
    // Where the face cannot be fetched the stand-in stays, which is what was measured.
    document.fonts.load(FACE_ALONE).then(loaded, loaded);
    return () => document.fonts.removeEventListener('loadingdone', loaded);
  }, []);
  return count;
}
