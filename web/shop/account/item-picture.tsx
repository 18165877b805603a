import type { OrderItem } from '#contract/account.ts';
import { classes } from '../../ui/classes.ts';

/** The order keeps an address of the picture only; its box is the tile's shape. */
export function ItemPicture({ item: { image, gift_card }, className }: { item: OrderItem; className?: string }) {
  const shape = gift_card ? 'aspect-[1/0.62]' : 'aspect-square';
  return (
    <span className={classes('block shrink-0 overflow-hidden rounded-control bg-sunken', shape, className)}>
      {image && (
        <img
          src={image.replace('/640.jpg', '/160.jpg')}
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
