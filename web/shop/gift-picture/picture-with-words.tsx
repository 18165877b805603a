import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import {
  PICTURE_AREAS,
  type PictureWords,
  TEMPLATE_HEIGHT,
  TEMPLATE_WIDTH,
} from '#contract/rules/gift-card/gift-picture.ts';
import { classes } from '#web/ui/classes.ts';
import { Picture, type PictureData } from '#web/ui/picture.tsx';

type PictureWithWordsProps = {
  template: { name: string; picture: PictureData };
  words: PictureWords;
  /** Address of the drawing the server makes of the words; none while it is on its way. */
  drawing: string | undefined;
  busy?: boolean;
  sizes: string;
  first?: boolean;
  className?: string | undefined;
};

/** A template and the words over it: the same drawing that goes into the picture message, sharp at every width. */
export function PictureWithWords(props: PictureWithWordsProps) {
  const { template, words, drawing, busy, sizes, first = false, className } = props;
  const { t } = useLingui();
  const { name, picture } = template;
  const [notLoaded, setNotLoaded] = useState<string>();
  // In the order they are read.
  const spoken = PICTURE_AREAS.map((area) => words[area])
    .filter(Boolean)
    .join('. ');
  return (
    <div
      role="img"
      aria-label={t`Picture message “${name}”. ${spoken}`}
      aria-busy={busy}
      className={classes('relative overflow-hidden', className)}
    >
      <Picture picture={picture} alt="" sizes={sizes} ratio={TEMPLATE_HEIGHT / TEMPLATE_WIDTH} first={first} />
      {/* In place of one that does not come no mark of a broken picture covers the template. */}
      {drawing && drawing !== notLoaded && (
        <img src={drawing} alt="" className="absolute inset-0 size-full" onError={() => setNotLoaded(drawing)} />
      )}
    </div>
  );
}
