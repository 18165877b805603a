import { msg, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type InfiniteData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { data, type LoaderFunctionArgs, useParams } from 'react-router';
import type { Product, TileProduct } from '#contract/catalogue.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { Translated } from '#web/shared/languages/translated.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { api } from '../calls/api.ts';
import { NotLoaded } from '../errors/not-loaded.tsx';
import { describeBreadcrumbs, describeProduct, graph } from '../head/linked-data.ts';
import { PageHead } from '../head/page-head.tsx';
import { lazyComponent } from '../popups/lazy-component.tsx';
import { productQuery } from '../queries/catalogue.ts';
import { loadContext } from '../queries/load-context.ts';
import { pageData, usePageData } from '../queries/page-data.ts';
import { useShowSeller } from '../queries/page-seller.ts';
import { queryClient } from '../queries/query-client.ts';
import { openPopup } from '../state/popups.ts';
import { recordViewed } from '../state/recently-viewed.ts';
import { sellerPath } from '../state/sellers.ts';
import { isGone } from './choose/sold-out.tsx';
import { useBuying, useLineInput } from './choose/use-buying.ts';
import { ProductScreen } from './product-screen.tsx';
import { ProductWaiting } from './product-skeleton.tsx';

const MoreFromSeller = lazyComponent(
  () => import('../browse/rails/more-from-seller.tsx').then((file) => file.MoreFromSeller),
  { waiting: null },
);
const RecentlyViewed = lazyComponent(
  () => import('../browse/rails/recently-viewed.tsx').then((file) => file.RecentlyViewed),
  { waiting: null },
);

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { fetch } = context.get(loadContext);
  const query = { product_id: params.id ?? '' };
  const result = isId(params.id)
    ? await api('GET mobiledigital/product', { query }, { fetch, signal: request.signal })
    : null;
  const product = result?.data ?? null;
  return data(pageData({ id: params.id, product }), { status: product ? 200 : 404 });
}

/** Does not wait for the product, because the screen starts with the tile's data. */
export function clientLoader({ params }: LoaderFunctionArgs) {
  if (isId(params.id)) void queryClient().prefetchQuery(productQuery(params.id));
  return null;
}

export default function ProductPage() {
  const { id = '' } = useParams();
  const loaded = usePageData<typeof loader>();
  const fromServer = loaded?.id === id ? { initialData: loaded.product } : {};
  const { data: result, isError, error, refetch } = useQuery({ ...productQuery(id), ...fromServer, enabled: isId(id) });
  const product = isId(id) ? result : null;
  useShowSeller(product?.seller);
  useEffect(() => {
    if (product !== null) return;
    openPopup({
      kind: 'message',
      header: t`Product doesn't exist.`,
      message: t`The selected product does not exist.`,
    });
  }, [product]);

  if (product) return <Shown key={product.id} product={product} />;
  if (product === null) return <NoProduct />;
  const tile = isError ? undefined : findCachedTile(id);
  return (
    <>
      <title>{tile ? `${tile.name} | ${brand.title}` : brand.title}</title>
      {isError ? <NotLoaded heading="h1" error={error} retry={() => void refetch()} /> : <ProductWaiting tile={tile} />}
    </>
  );
}

function Shown({ product }: { product: Product }) {
  const lineInput = useLineInput(product);
  const { add, choosePrice, chooseOwnAmount } = useBuying(product);
  useEffect(() => recordViewed(product.id), [product.id]);
  return (
    <>
      <Head product={product} />
      <ProductScreen
        product={product}
        lineInput={lineInput}
        button={msg`Add to Cart`}
        onBuy={(input) => void add(input)}
        onPrice={choosePrice}
        onOwnAmount={chooseOwnAmount}
      />
      <div className="page pb-6">
        {product.is_giftcard && !isGone(product) && <MoreFromSeller product={product} />}
        <RecentlyViewed except={product.id} />
      </div>
    </>
  );
}

function Head({ product }: { product: Product }) {
  const { i18n, t } = useLingui();
  const { id, name, seller, short_desc, seller_name } = product;
  const steps = [
    { name: i18n._(brand.browseTitle), path: '/browse' },
    { name: seller.name, path: sellerPath(seller) },
    { name, path: `/product/${id}` },
  ];
  return (
    <PageHead
      title={`${name} | ${brand.title}`}
      description={t`${short_desc}. From ${seller_name}.`}
      picture={{ image: product.picture, alt: name }}
      about={(toUrl) => graph(describeProduct(toUrl, product), describeBreadcrumbs(toUrl, steps))}
    />
  );
}

function isId(id: string | undefined): id is string {
  return id !== undefined && /^\d{1,9}$/.test(id);
}

function findCachedTile(id: string): TileProduct | undefined {
  const client = queryClient();
  const feeds = client.getQueriesData<InfiniteData<TileProduct[]>>({ queryKey: ['feed'] });
  const sellers = client.getQueriesData<{ products?: TileProduct[] }>({ queryKey: ['seller'] });
  const lists = [
    ...feeds.flatMap(([, feed]) => feed?.pages ?? []),
    ...sellers.map(([, seller]) => seller?.products ?? []),
  ];
  return lists.flat().find((tile) => String(tile.id) === id);
}

function NoProduct() {
  const { t } = useLingui();
  return (
    <EmptyState
      heading="h1"
      picture={<Icon name="box" className="size-16" />}
      title={t`No Product.`}
      text={t`It may have been taken off the shelf. There is plenty more to see.`}
    >
      <title>{t`No Product. | ${brand.title}`}</title>
      <LinkButton to="/browse">
        <Translated message={brand.browseTitle} />
      </LinkButton>
    </EmptyState>
  );
}
