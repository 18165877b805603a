import type { OrderItem } from '#contract/account.ts';
import { classes } from '../../ui/classes.ts';

const WIDTHS = [160, 320, 480, 640];

type ItemPictureProps = {
  item: OrderItem;
  /** The `sizes` of the img element. */
  sizes?: string;
  className?: string;
};

/** The order keeps an address of the picture only; its box is the tile's shape. */
export function ItemPicture({ item: { image, gift_card }, sizes = '112px', className }: ItemPictureProps) {
  const shape = gift_card ? 'aspect-[1/0.62]' : 'aspect-square';
  const at = (width: number) => image.replace('/640.jpg', `/${width}.jpg`);
  return (
    <span className={classes('block shrink-0 overflow-hidden rounded-control bg-sunken', shape, className)}>
      {image && (
        <img
          src={at(160)}
          srcSet={image.includes('/640.jpg') ? WIDTHS.map((width) => `${at(width)} ${width}w`).join(', ') : undefined}
          sizes={sizes}
          alt=""
          width={160}
          height={gift_card ? 99 : 160}
          loading="lazy"
          className="block size-full object-cover"
        />
      )}
    </span>
  );
}
