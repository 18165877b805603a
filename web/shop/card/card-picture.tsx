import type { CardPage } from '#contract/gift-cards.ts';
import { PictureWithWords } from '../gift-picture/picture-with-words.tsx';

type CardPictureProps = {
  card: Pick<NonNullable<CardPage['data']>, 'template' | 'picture_words'>;
  drawing: string | undefined;
  sizes: string;
};

export function CardPicture({ card: { template, picture_words: words }, drawing, sizes }: CardPictureProps) {
  if (template) return <PictureWithWords template={template} words={words} drawing={drawing} sizes={sizes} first />;
  const { to, message, from, amount, footer } = words;
  return (
    <div className="flex aspect-[4/5] flex-col items-center justify-center gap-3 bg-surface p-8 text-center">
      <p className="text-20">{to}</p>
      <p className="font-display text-32 font-bold">{message}</p>
      <p className="text-20">{from}</p>
      <p className="font-display text-[3rem] leading-none font-bold text-accent">{amount}</p>
      <p className="mt-4 text-13 text-muted">{footer}</p>
    </div>
  );
}
