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
  drawing: string | undefined;
  busy?: boolean;
  sizes: string;
  first?: boolean;
  className?: string | undefined;
};

export function PictureWithWords(props: PictureWithWordsProps) {
  const { template, words, drawing, busy, sizes, first = false, className } = props;
  const { t } = useLingui();
  const { name, picture } = template;
  const [notLoaded, setNotLoaded] = useState<string>();
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
      {/* Removes a drawing that fails to load, because a broken image must not cover the template. */}
      {drawing && drawing !== notLoaded && (
        <img src={drawing} alt="" className="absolute inset-0 size-full" onError={() => setNotLoaded(drawing)} />
      )}
    </div>
  );
}
