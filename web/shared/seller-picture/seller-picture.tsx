import type { ComponentProps } from 'react';
import type { Seller } from '#contract/catalogue.ts';
import { NO_PICTURE } from '#contract/rules/no-picture.ts';
import { classes } from '#web/ui/classes.ts';
import { Picture } from '#web/ui/picture.tsx';

type SellerPictureProps = Omit<ComponentProps<typeof Picture>, 'picture'> & {
  seller: Pick<Seller, 'name'> & { pictures: Partial<Seller['pictures']> };
  part: keyof Seller['pictures'];
};

/** The font size of the initials, in percent of the picture's height. */
const INITIALS = 42;

export function SellerPicture({ seller, part, ...rest }: SellerPictureProps) {
  const picture = seller.pictures[part];
  if (!picture || picture.id !== NO_PICTURE) return picture && <Picture picture={picture} {...rest} />;
  const { alt, ratio = picture.height / picture.width, className } = rest;
  return (
    <span
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      className={classes('@container grid w-full place-items-center bg-accent-soft', className)}
      style={{ aspectRatio: `1 / ${ratio}` }}
    >
      {part !== 'image' && (
        <span
          className="font-display leading-none font-bold text-accent"
          style={{ fontSize: `${INITIALS * Math.min(ratio, 1)}cqw` }}
        >
          {initials(seller.name)}
        </span>
      )}
    </span>
  );
}

function initials(name: string): string {
  const words = name.match(/[\p{L}\d][\p{L}\p{M}\d'’-]*/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase())
    .join('');
}
