import { Trans } from '@lingui/react/macro';
import type { Seller } from '#contract/catalogue.ts';
import { SellerPicture } from '#web/shared/seller-picture/seller-picture.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { ContactList } from '../seller/contact-list.tsx';

export function SellerMark({ seller }: { seller: Seller }) {
  return (
    <div className="flex items-center justify-center gap-3 lg:justify-start">
      <span className="block w-11 shrink-0 overflow-hidden rounded-full">
        <SellerPicture seller={seller} part="logo" alt="" sizes="44px" ratio={1} first />
      </span>
      <span className="line-clamp-2 font-display text-17 leading-tight font-bold">{seller.name}</span>
    </div>
  );
}

export function SellerStory({ seller, reached }: { seller: Seller; reached: boolean }) {
  const { name } = seller;
  return (
    <section aria-labelledby="seller-title" className="overflow-hidden rounded-card border border-line bg-surface">
      <SellerPicture seller={seller} part="image" alt="" sizes="(min-width: 1024px) 576px, 100vw" ratio={0.45} />
      <div className="p-5 sm:p-7">
        <h2 id="seller-title" className="text-25">
          <Trans>About {name}</Trans>
        </h2>
        <RichText html={seller.description} className="mt-3 text-muted" />
        {reached && <ContactList contact={seller.contact} className="mt-3" />}
      </div>
    </section>
  );
}
