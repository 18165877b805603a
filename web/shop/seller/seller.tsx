import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type LoaderFunctionArgs, Navigate, redirect, useLoaderData, useParams } from 'react-router';
import type { Seller, TileProduct } from '#contract/catalogue.ts';
import { api } from '../../api/client.ts';
import { showProblem } from '../../api/problems.ts';
import { cartQuery, sellerInformationQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { brand } from '../../brand/brand.ts';
import { loadContext } from '../../load-context.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Picture } from '../../ui/picture.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { GridSkeleton, ProductGrid } from '../browse/product-grid.tsx';
import { useShowSeller } from '../shell/seller-of-page.ts';

/** OQ-069: an unknown shop goes to /404. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const options = { fetch: context.get(loadContext).fetch, signal: request.signal };
  const shopUrl = params.shopUrl ?? '';
  const information = await api('GET mobiledigital/sellerInformation', { query: { seller_url: shopUrl } }, options);
  if (!information.seller) throw redirect('/404');
  return { shopUrl, information, seller: information.seller };
}

export function clientLoader({ params }: LoaderFunctionArgs) {
  void queryClient().prefetchQuery(sellerInformationQuery(params.shopUrl ?? ''));
  return null;
}

/** SP-01..SP-08. */
export default function SellerProfile() {
  const { shopUrl = '' } = useParams();
  const loaded = useLoaderData<typeof loader | typeof clientLoader>();
  const fromServer = loaded?.shopUrl === shopUrl ? { initialData: loaded.information } : {};
  const { data, isError, refetch } = useQuery({ ...sellerInformationQuery(shopUrl), ...fromServer });
  useShowSeller(data?.seller);
  useOpenCart();
  if (data && !data.seller) return <Navigate to="/404" replace />;
  if (data?.seller) return <Shown seller={data.seller} products={data.products ?? []} />;
  return isError ? <NotLoaded retry={() => void refetch()} /> : <Waiting />;
}

/** SP-05..SP-07: a member has an open cart ready here; a visitor makes no cart call. */
function useOpenCart(): void {
  const signedIn = useSession((session) => session.is_signed_in);
  useEffect(() => {
    if (!signedIn) return;
    api('POST carts/mine', {})
      .then(() => queryClient().prefetchQuery({ ...cartQuery, staleTime: 0 }))
      .catch(showProblem);
  }, [signedIn]);
}

function Shown({ seller, products }: { seller: Seller; products: TileProduct[] }) {
  const { logo, image } = seller.pictures;
  return (
    <>
      <title>{`${seller.name} | ${brand.title}`}</title>
      <meta name="description" content={seller.popup_description} />
      <header className="bg-surface pb-8 shadow-[0_1px_0_var(--line)]">
        <div className="mx-auto max-w-[90rem] overflow-hidden" style={{ backgroundColor: image.ground }}>
          <Picture picture={image} alt="" sizes="100vw" ratio={0.4} first className="max-h-[22rem]" />
        </div>
        <div className="page grid gap-x-10 sm:grid-cols-[auto_1fr]">
          <div className="-mt-10 w-24 self-start overflow-hidden rounded-card border-4 border-surface shadow-float sm:-mt-14 sm:w-36">
            <Picture picture={logo} alt={`Logo of ${seller.name}`} sizes="144px" ratio={1} first />
          </div>
          <div className="min-w-0 pt-3 sm:pt-5">
            <h1 className="text-32">{seller.name}</h1>
            <RichText html={seller.description} className="mt-2 max-w-2xl text-muted" />
          </div>
        </div>
      </header>
      <section aria-labelledby="seller-products" className="page py-8">
        <h2 id="seller-products" className="mb-4 text-25">
          {`From ${seller.name}`}
        </h2>
        {products.length > 0 ? (
          <ProductGrid products={products} />
        ) : (
          <p className="text-17 text-muted">The shelves are being filled. Come back soon.</p>
        )}
      </section>
    </>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="page py-8">
      <span className="sr-only">Loading</span>
      <GridSkeleton />
    </div>
  );
}

function NotLoaded({ retry }: { retry: () => void }) {
  return (
    <EmptyState heading="h1" picture={<Icon name="offline" className="size-16" />} title="This did not load">
      <Button onClick={retry}>Try again</Button>
    </EmptyState>
  );
}
