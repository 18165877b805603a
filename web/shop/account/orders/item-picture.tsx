import { useRef } from 'react';
import type { OrderItem } from '#contract/account.ts';
import { classes } from '#web/ui/classes.ts';
import { useInView } from '#web/ui/view/use-in-view.ts';
import { GiftPicture } from '../../gift-picture/gift-picture.tsx';
import { useSession } from '../../session/session.ts';

const WIDTHS = [160, 320, 480, 640];

type ItemPictureProps = {
  item: OrderItem;
  sizes?: string;
  className?: string;
};

/**
 * Shows a product's picture, or a gift card's MMS image or its preview. The picture is decorative, because the row
 * contains the text.
 */
export function ItemPicture({ item, sizes = '112px', className }: ItemPictureProps) {
  const { gift_card } = item;
  const { wrapped = null } = gift_card ?? {};
  const image = gift_card?.picture ?? item.image;
  const shape = gift_card?.picture || wrapped ? 'aspect-[4/5]' : gift_card ? 'aspect-[1/0.62]' : 'aspect-square';
  const imageAt = (width: number) => image.replace('/640.jpg', `/${width}.jpg`);
  return (
    <span className={classes('block shrink-0 overflow-hidden rounded-control bg-sunken', shape, className)}>
      {wrapped ? (
        <Wrapped {...wrapped} sizes={sizes} />
      ) : (
        image && (
          <img
            src={imageAt(160)}
            srcSet={
              image.includes('/640.jpg') ? WIDTHS.map((width) => `${imageAt(width)} ${width}w`).join(', ') : undefined
            }
            sizes={sizes}
            alt=""
            width={160}
            height={gift_card?.picture ? 200 : gift_card ? 99 : 160}
            loading="lazy"
            className="block size-full object-cover"
          />
        )
      )}
    </span>
  );
}

type WrappedProps = NonNullable<NonNullable<OrderItem['gift_card']>['wrapped']> & { sizes: string };

/** Draws the text only while the picture is in view, because lists can be long. */
function Wrapped({ template, words, sizes }: WrappedProps) {
  const place = useRef<HTMLSpanElement>(null);
  const inView = useInView(place);
  const signedIn = useSession(({ is_signed_in }) => is_signed_in);
  return (
    <span ref={place} aria-hidden="true" data-wrapped-gift={template.mms_template_id} className="block">
      <GiftPicture template={template} words={words} wanted={inView && signedIn} sizes={sizes} />
    </span>
  );
}
