import { useLingui } from '@lingui/react/macro';
import type { CardPage } from '#contract/gift-cards.ts';
import {
  AREA_WEIGHTS,
  areaStyle,
  PICTURE_AREAS,
  type PictureWords,
  TEMPLATE_HEIGHT,
  TEMPLATE_WIDTH,
  type TextArea,
} from '#contract/rules/gift-card/gift-picture.ts';
import { fitText } from '../gift-picture/fit-text.ts';
import { Picture } from '../ui/picture.tsx';
import { measureByTable } from './letter-widths.ts';

type Template = NonNullable<NonNullable<CardPage['data']>['template']>;

const SIZES = '(min-width: 1024px) 416px, (min-width: 640px) 384px, 84vw';

/**
 * The picture message as it was sent, set with real words by the same areas and sizes. The preview while buying
 * measures with the browser's canvas; this one is rendered on the server, so it measures by a table and both sides
 * agree.
 */
export function CardPicture({ template, words }: { template: Template; words: PictureWords }) {
  const { t } = useLingui();
  const { name } = template;
  return (
    <div className="@container relative">
      <Picture
        picture={template.picture}
        alt={t`Picture message: ${name}`}
        sizes={SIZES}
        ratio={TEMPLATE_HEIGHT / TEMPLATE_WIDTH}
        first
      />
      {PICTURE_AREAS.map((area) => (
        <Words key={area} text={words[area]} area={template.layout[area]} weight={AREA_WEIGHTS[area]} />
      ))}
    </div>
  );
}

function Words({ text, area, weight }: { text: string; area: TextArea; weight: number }) {
  const { size, lines } = fitText({ text, area, measure: measureByTable });
  return (
    <p
      className="absolute flex flex-col justify-center font-display whitespace-pre"
      style={areaStyle(area, { size, weight })}
    >
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity.
        <span key={at} className="block">
          {`${line} `}
        </span>
      ))}
    </p>
  );
}
