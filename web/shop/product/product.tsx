import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { data, type LoaderFunctionArgs, useLoaderData, useParams, useRouteLoaderData } from 'react-router';
import type { Product } from '#contract/catalogue.ts';
import { api } from '../../api/client.ts';
import { productQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { brand } from '../../brand/brand.ts';
import { loadContext } from '../../load-context.ts';
import type { loader as rootLoader } from '../../root.tsx';
import { openPopup } from '../../state/popups.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
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
  const { data: found, isError, refetch } = useQuery({ ...productQuery(id), ...fromServer, enabled: isId(id) });
  const product = isId(id) ? found : null;
  useShowSeller(product?.seller);
  useEffect(() => {
    if (product !== null) return;
    openPopup({ kind: 'message', header: "Product doesn't exist.", message: 'The selected product does not exist.' });
  }, [product]);

  if (product) return <Shown key={product.id} product={product} />;
  if (product === null) return <NoProduct />;
  return isError ? <NotLoaded retry={() => void refetch()} /> : <ProductWaiting tile={knownTile(id)} />;
}

function Shown({ product }: { product: Product }) {
  const wishing = useWish(product);
  const { add, choosePrice } = useBuying(product);
  return (
    <>
      <Head product={product} />
      <ProductScreen
        product={product}
        wishing={wishing}
        button="Add to Cart"
        onBuy={(wish) => void add(wish)}
        onPrice={choosePrice}
      />
    </>
  );
}

function Head({ product }: { product: Product }) {
  const publicUrl = useRouteLoaderData<typeof rootLoader>('root')?.publicUrl ?? '';
  const title = `${product.name} | ${brand.title}`;
  const description = `${product.short_desc}. From ${product.seller_name}.`;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={`${publicUrl}${product.image}`} />
    </>
  );
}

function NotLoaded({ retry }: { retry: () => void }) {
  return (
    <EmptyState heading="h1" picture={<Icon name="offline" className="size-16" />} title="This did not load">
      <Button onClick={retry}>Try again</Button>
    </EmptyState>
  );
}

function isId(id: string | undefined): id is string {
  return id !== undefined && /^\d{1,9}$/.test(id);
}
