import { useMemo } from 'react';
import type { Template } from '#contract/catalogue.ts';
import type { PictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import { PictureWithWords } from './picture-with-words.tsx';
import { useWordsPicture } from './words-picture.ts';

type GiftPictureProps = {
  template: Template;
  words: PictureWords;
  /** Its words are drawn only while they are; where many pictures stand in a row, most are out of view. */
  inView?: boolean;
  sizes: string;
  first?: boolean;
  className?: string;
};

/** The picture message as the recipient will get it, following what is typed. */
export function GiftPicture({ template, words, inView = true, ...look }: GiftPictureProps) {
  const { picture, busy } = useWordsPicture(template.id, words, inView);
  const drawing = useMemo(() => picture && `data:image/svg+xml,${encodeURIComponent(picture.svg)}`, [picture]);
  return <PictureWithWords template={template} words={words} drawing={drawing ?? undefined} busy={busy} {...look} />;
}
