import type { OrderItem } from '#contract/account.ts';
import { classes } from '../../ui/classes.ts';

const WIDTHS = [160, 320, 480, 640];

type ItemPictureProps = {
  item: OrderItem;
  /** The `sizes` of the img element. */
  sizes?: string;
  className?: string;
};

/**
 * The order keeps an address of the picture only. A gift card shows the gift as it was wrapped, in the shape of the
 * picture message; anything else its tile's.
 */
export function ItemPicture({ item, sizes = '112px', className }: ItemPictureProps) {
  const { gift_card } = item;
  const image = gift_card?.picture ?? item.image;
  const shape = gift_card?.picture ? 'aspect-[4/5]' : gift_card ? 'aspect-[1/0.62]' : 'aspect-square';
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
          height={gift_card?.picture ? 200 : gift_card ? 99 : 160}
          loading="lazy"
          className="block size-full object-cover"
        />
      )}
    </span>
  );
}
