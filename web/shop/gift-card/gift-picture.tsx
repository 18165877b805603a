import { useMemo } from 'react';
import type { Template } from '#contract/catalogue.ts';
import {
  AREA_WEIGHTS,
  LINE_HEIGHT,
  type PictureWords,
  TEMPLATE_HEIGHT,
  TEMPLATE_WIDTH,
  type TextArea,
} from '#contract/rules/gift-picture.ts';
import { classes } from '../../ui/classes.ts';
import { Picture } from '../../ui/picture.tsx';
import { fitText } from './fit-text.ts';
import { measureAt, PICTURE_FACE, useFontsLoaded } from './measure-text.ts';

type GiftPictureProps = {
  template: Template;
  words: PictureWords;
  sizes: string;
  first?: boolean;
  className?: string;
};

const AREAS = Object.keys(AREA_WEIGHTS) as (keyof typeof AREA_WEIGHTS)[];

/**
 * The picture message as the recipient will get it, with live words: the same areas, sizes and line breaks as the JPEG that is
 * sent. Everything is measured in units of the template's canvas, so it is right at every width.
 */
export function GiftPicture({ template, words, sizes, first = false, className }: GiftPictureProps) {
  const fonts = useFontsLoaded();
  const said = AREAS.map((area) => words[area]).filter(Boolean);
  return (
    <div
      role="img"
      aria-label={`Picture message '${template.name}'. ${said.join('. ')}`}
      className={classes('@container relative overflow-hidden', className)}
    >
      <Picture picture={template.picture} alt="" sizes={sizes} ratio={TEMPLATE_HEIGHT / TEMPLATE_WIDTH} first={first} />
      {AREAS.map((area) => (
        <Words key={area} text={words[area]} area={template.layout[area]} weight={AREA_WEIGHTS[area]} fonts={fonts} />
      ))}
    </div>
  );
}

const across = (units: number) => `${(units / TEMPLATE_WIDTH) * 100}%`;
const down = (units: number) => `${(units / TEMPLATE_HEIGHT) * 100}%`;

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
      style={{
        left: across(area.x),
        top: down(area.y),
        width: across(area.width),
        height: down(area.height),
        color: area.colour,
        textAlign: area.align,
        fontFamily: PICTURE_FACE,
        fontVariantLigatures: 'none',
        fontWeight: weight,
        fontSize: `${(size / TEMPLATE_WIDTH) * 100}cqw`,
        lineHeight: LINE_HEIGHT,
      }}
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
