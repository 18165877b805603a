import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Template } from '#contract/catalogue.ts';
import {
  AREA_WEIGHTS,
  areaStyle,
  PICTURE_AREAS,
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

/**
 * The picture message as the recipient will get it, with live words: the same areas, sizes and line breaks as the JPEG that is
 * sent. Everything is measured in units of the template's canvas, so it is right at every width.
 */
export function GiftPicture({ template, words, sizes, first = false, className }: GiftPictureProps) {
  const { t } = useLingui();
  const fonts = useFontsLoaded();
  const said = PICTURE_AREAS.map((area) => words[area]).filter(Boolean);
  const [name, spoken] = [template.name, said.join('. ')];
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
