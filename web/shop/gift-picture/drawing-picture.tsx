import type { DrawingEnd } from '#contract/rules/gift-card/gift-picture.ts';
import { Picture, type PictureData } from '#web/ui/picture.tsx';

type DrawingPictureProps = {
  template: { picture: PictureData; drawing: DrawingEnd };
  sizes: string;
  /** Height as a part of width. */
  ratio?: number;
  later?: boolean;
};

/** A wrapping cut to its drawing, without the room for words: where there is no space for all of it. Decoration. */
export function DrawingPicture({ template, ratio = 0.75, ...loading }: DrawingPictureProps) {
  const { picture, drawing } = template;
  return <Picture picture={picture} alt="" ratio={ratio} {...loading} style={{ objectPosition: drawing }} />;
}
