import type { CardPage } from '#contract/gift-cards.ts';
import {
  AREA_WEIGHTS,
  LINE_HEIGHT,
  type PictureWords,
  TEMPLATE_HEIGHT,
  TEMPLATE_WIDTH,
  type TextArea,
} from '#contract/rules/gift-picture.ts';
import { fitText } from '../shop/gift-card/fit-text.ts';
import { Picture } from '../ui/picture.tsx';
import { measureByTable } from './letter-widths.ts';

type Template = NonNullable<NonNullable<CardPage['data']>['template']>;

const areas = Object.keys(AREA_WEIGHTS) as (keyof PictureWords)[];
const SIZES = '(min-width: 1024px) 416px, (min-width: 640px) 384px, 84vw';

/**
 * The picture message as it was sent, set with real words by the same areas and sizes. The preview while buying measures
 * with the browser's canvas; this one is rendered on the server, so it measures by a table and both sides agree.
 */
export function CardPicture({ template, words }: { template: Template; words: PictureWords }) {
  return (
    <div className="@container relative">
      <Picture
        picture={template.picture}
        alt={`Picture message: ${template.name}`}
        sizes={SIZES}
        ratio={TEMPLATE_HEIGHT / TEMPLATE_WIDTH}
        first
      />
      {areas.map((area) => (
        <Words key={area} text={words[area]} area={template.layout[area]} weight={AREA_WEIGHTS[area]} />
      ))}
    </div>
  );
}

const across = (units: number) => `${(units / TEMPLATE_WIDTH) * 100}%`;
const down = (units: number) => `${(units / TEMPLATE_HEIGHT) * 100}%`;

function Words({ text, area, weight }: { text: string; area: TextArea; weight: number }) {
  const { size, lines } = fitText({ text, area, measure: measureByTable });
  return (
    <p
      className="absolute flex flex-col justify-center font-display whitespace-pre"
      style={{
        left: across(area.x),
        top: down(area.y),
        width: across(area.width),
        height: down(area.height),
        color: area.colour,
        textAlign: area.align,
        fontWeight: weight,
        fontSize: `${(size / TEMPLATE_WIDTH) * 100}cqw`,
        lineHeight: LINE_HEIGHT,
      }}
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
