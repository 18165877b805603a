import { useMemo } from 'react';
import type { Template } from '#contract/catalogue.ts';
import type { PictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import { PictureWithWords } from './picture-with-words.tsx';
import { useWordsPicture } from './words-picture.ts';

type GiftPictureProps = {
  template: Template;
  words: PictureWords;
  /** Whether to draw the words. Callers wait until they are known, and some until the picture is in view. */
  wanted: boolean;
  sizes: string;
  first?: boolean;
  className?: string;
};

export function GiftPicture({ template, words, wanted, ...look }: GiftPictureProps) {
  const { picture, busy } = useWordsPicture(template.id, words, wanted);
  const drawing = useMemo(() => picture && `data:image/svg+xml,${encodeURIComponent(picture.svg)}`, [picture]);
  return <PictureWithWords template={template} words={words} drawing={drawing ?? undefined} busy={busy} {...look} />;
}
