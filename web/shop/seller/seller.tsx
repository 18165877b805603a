import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type LoaderFunctionArgs, Navigate, redirect, useParams } from 'react-router';
import type { Seller, TileProduct } from '#contract/catalogue.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { SellerPicture } from '#web/shared/seller-picture/seller-picture.tsx';
import { ToggleChip } from '#web/ui/form/toggle-chip.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { GridSkeleton, ProductGrid } from '../browse/tiles/product-grid.tsx';
import { api } from '../calls/api.ts';
import { cartQuery } from '../cart/cart-queries.ts';
import { NotLoaded } from '../errors/not-loaded.tsx';
import { showError } from '../errors/show-error.ts';
import { describeProductList, describeSeller, graph } from '../head/linked-data.ts';
import { PageHead } from '../head/page-head.tsx';
import { loadContext } from '../queries/load-context.ts';
import { pageData, usePageData } from '../queries/page-data.ts';
import { useShowSeller } from '../queries/page-seller.ts';
import { queryClient } from '../queries/query-client.ts';
import { useSession } from '../session/session.ts';
import { CarriedCardStrip, useCarriedCard } from './carried-card.tsx';
import { ContactList } from './contact-list.tsx';

const sellerInformationQuery = (shopUrl: string) =>
  queryOptions({
    queryKey: ['seller', shopUrl],
    queryFn: ({ signal }) => api('GET mobiledigital/sellerInformation', { query: { seller_url: shopUrl } }, { signal }),
  });

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const options = { fetch: context.get(loadContext).fetch, signal: request.signal };
  const shopUrl = params.shopUrl ?? '';
  const information = await api('GET mobiledigital/sellerInformation', { query: { seller_url: shopUrl } }, options);
  if (!information.seller) throw redirect('/404');
  return pageData({ shopUrl, information });
}

export function clientLoader({ params }: LoaderFunctionArgs) {
  void queryClient().prefetchQuery(sellerInformationQuery(params.shopUrl ?? ''));
  return null;
}

export default function SellerProfile() {
  const { shopUrl = '' } = useParams();
  const loaded = usePageData<typeof loader>();
  const fromServer = loaded?.shopUrl === shopUrl ? { initialData: loaded.information } : {};
  const { data, isError, error, refetch } = useQuery({ ...sellerInformationQuery(shopUrl), ...fromServer });
  useShowSeller(data?.seller);
  useOpenCart();
  if (data && !data.seller) return <Navigate to="/404" replace />;
  if (data?.seller) return <Shown seller={data.seller} products={data.products ?? []} />;
  if (!isError) return <Waiting />;
  return (
    <>
      <title>{brand.title}</title>
      <NotLoaded heading="h1" error={error} retry={() => void refetch()} />
    </>
  );
}

function useOpenCart(): void {
  const signedIn = useSession((session) => session.is_signed_in);
  useEffect(() => {
    if (!signedIn) return;
    api('POST carts/mine', {})
      .then(() => queryClient().prefetchQuery({ ...cartQuery, staleTime: 0 }))
      .catch(showError);
  }, [signedIn]);
}

function Shown({ seller, products }: { seller: Seller; products: TileProduct[] }) {
  const { image } = seller.pictures;
  return (
    <>
      <PageHead
        title={`${seller.name} | ${brand.title}`}
        description={seller.popup_description}
        picture={{ image: image, alt: seller.name }}
        about={(toUrl) => graph(describeSeller(toUrl, seller), describeProductList(toUrl, products))}
      />
      <div className={columns}>
        <Head seller={seller} />
        <Shelves seller={seller} products={products} />
      </div>
    </>
  );
}

const columns =
  'lg:grid lg:grid-cols-[minmax(var(--gutter),1fr)_21rem_minmax(0,53rem)_minmax(var(--gutter),1fr)] lg:content-start';

function Head({ seller }: { seller: Seller }) {
  const { t } = useLingui();
  const { name } = seller;
  const { image } = seller.pictures;
  return (
    <header className="contents">
      <div
        className="mx-auto w-full max-w-[90rem] overflow-hidden lg:col-span-full"
        style={{ backgroundColor: image.ground }}
      >
        <SellerPicture seller={seller} part="image" alt="" sizes="100vw" ratio={0.4} first className="max-h-[20rem]" />
      </div>
      <div className="px-(--gutter) lg:sticky lg:top-[calc(var(--header-height)+2rem)] lg:col-start-2 lg:self-start lg:px-0 lg:pb-8">
        <div className="-mt-10 w-24 overflow-hidden rounded-card border-4 border-paper bg-paper shadow-float sm:-mt-14 sm:w-36">
          <SellerPicture seller={seller} part="logo" alt={t`Logo of ${name}`} sizes="144px" ratio={1} first />
        </div>
        <h1 className="mt-4 text-32">{name}</h1>
        <RichText html={seller.description} className="mt-2 max-w-2xl text-muted" />
        <ContactList contact={seller.contact} className="mt-3" />
        <CarriedCardStrip shopUrl={seller.shop_url} />
      </div>
    </header>
  );
}

type Kind = 'all' | 'cards' | 'goods';

/** Shows goods first to gift card holders, because a gift card cannot buy a gift card. */
function Shelves({ seller: { name, shop_url }, products }: { seller: Seller; products: TileProduct[] }) {
  const [picked, setPicked] = useState<Kind | null>(null);
  const carried = useCarriedCard(shop_url);
  const cards = products.filter(({ is_giftcard }) => is_giftcard);
  const goods = products.filter(({ is_giftcard }) => !is_giftcard);
  const kind = picked ?? (carried && goods.length > 0 ? 'goods' : 'all');
  // Cards and goods need separate grids, because their tiles differ in shape.
  const shownGroups = { all: [cards, goods], cards: [cards], goods: [goods] }[kind].filter((group) => group.length > 0);
  const { t } = useLingui();
  const kinds = [
    { id: 'all', label: t`Everything`, count: products.length },
    { id: 'cards', label: t`Gift cards`, count: cards.length },
    { id: 'goods', label: t`Products`, count: goods.length },
  ] as const;
  return (
    <section aria-labelledby="seller-products" className="px-(--gutter) py-8 lg:col-start-3 lg:pr-0 lg:pl-12">
      <h2 id="seller-products" className="mb-4 text-25">
        <Trans>From {name}</Trans>
      </h2>
      {cards.length > 0 && goods.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: buttons that act at once are no form fields.
        <div role="group" aria-label={t`Show`} className="side-row mb-5 flex gap-2">
          {kinds.map(({ id, label, count }) => (
            <ToggleChip key={id} on={kind === id} onPress={() => setPicked(id)}>
              {label} <span className="font-normal text-muted tabular">{count}</span>
            </ToggleChip>
          ))}
        </div>
      )}
      {products.length > 0 ? (
        <div className="space-y-3 sm:space-y-5">
          {shownGroups.map((group) => (
            <ProductGrid key={group[0]?.id} products={group} />
          ))}
        </div>
      ) : (
        <p className="text-17 text-muted">
          <Trans>The shelves are being filled. Come back soon.</Trans>
        </p>
      )}
    </section>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="page py-8">
      <title>{brand.title}</title>
      <h1 className="sr-only">
        <Trans>Loading</Trans>
      </h1>
      <GridSkeleton />
    </div>
  );
}
