import { useParams } from 'react-router';
import type { CardPage } from '#contract/gift-cards.ts';
import type { PictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import { PictureWithWords } from '../gift-picture/picture-with-words.tsx';

type Template = NonNullable<NonNullable<CardPage['data']>['template']>;

const SIZES = '(min-width: 1024px) 416px, (min-width: 640px) 384px, 84vw';

/** The picture message as it was sent. */
export function CardPicture({ template, words }: { template: Template; words: PictureWords }) {
  const { secret = '' } = useParams();
  return (
    <PictureWithWords template={template} words={words} drawing={`/card/${secret}/words.svg`} sizes={SIZES} first />
  );
}
