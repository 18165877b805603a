import { msg, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { data, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import type { Product } from '#contract/catalogue.ts';
import { api } from '../../api/client.ts';
import { productQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { brand } from '../../brand/brand.ts';
import { loadContext } from '../../load-context.ts';
import { openPopup } from '../../state/popups.ts';
import { noteViewed } from '../../state/recently-viewed.ts';
import { RecentlyViewed } from '../browse/recently-viewed.tsx';
import { aboutProduct, breadcrumbs, graph, sellerPath } from '../head/linked-data.ts';
import { PageHead } from '../head/page-head.tsx';
import { NotLoaded } from '../shell/not-loaded.tsx';
import { useShowSeller } from '../shell/seller-of-page.ts';
import { knownTile } from './known-tile.ts';
import { NoProduct } from './no-product.tsx';
import { ProductScreen } from './product-screen.tsx';
import { ProductWaiting } from './product-waiting.tsx';
import { useBuying, useWish } from './use-buying.ts';

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { fetch } = context.get(loadContext);
  const query = { product_id: params.id ?? '' };
  const found = isId(params.id)
    ? await api('GET mobiledigital/product', { query }, { fetch, signal: request.signal })
    : null;
  const product = found?.data ?? null;
  return data({ id: params.id, product, seller: product?.seller ?? null }, { status: product ? 200 : 404 });
}

/** The screen shows at once, with what the tile knew, while this is under way. */
export function clientLoader({ params }: LoaderFunctionArgs) {
  if (isId(params.id)) void queryClient().prefetchQuery(productQuery(params.id));
  return null;
}

/** PD-01..PD-17. */
export default function ProductPage() {
  const { id = '' } = useParams();
  const loaded = useLoaderData<typeof loader | typeof clientLoader>();
  const fromServer = loaded?.id === id ? { initialData: loaded.product } : {};
  const { data: found, isError, error, refetch } = useQuery({ ...productQuery(id), ...fromServer, enabled: isId(id) });
  const product = isId(id) ? found : null;
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
  const tile = isError ? undefined : knownTile(id);
  return (
    <>
      <title>{tile ? `${tile.name} | ${brand.title}` : brand.title}</title>
      {isError ? <NotLoaded heading="h1" error={error} retry={() => void refetch()} /> : <ProductWaiting tile={tile} />}
    </>
  );
}

function Shown({ product }: { product: Product }) {
  const wishing = useWish(product);
  const { add, choosePrice, chooseOwnAmount } = useBuying(product);
  useEffect(() => noteViewed(product.id), [product.id]);
  return (
    <>
      <Head product={product} />
      <ProductScreen
        product={product}
        wishing={wishing}
        button={msg`Add to Cart`}
        onBuy={(wish) => void add(wish)}
        onPrice={choosePrice}
        onOwnAmount={chooseOwnAmount}
      />
      <div className="page pb-6">
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
      picture={{ of: product.picture, alt: name }}
      about={(at) => graph(aboutProduct(at, product), breadcrumbs(at, steps))}
    />
  );
}

function isId(id: string | undefined): id is string {
  return id !== undefined && /^\d{1,9}$/.test(id);
}
