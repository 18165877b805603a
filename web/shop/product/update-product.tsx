import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { CartProduct } from '#contract/cart/cart.ts';
import type { Product } from '#contract/catalogue.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { Translated } from '#web/shared/languages/translated.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { cartProductsQuery } from '../cart/cart-queries.ts';
import { showAddError } from '../cart/show-add-error.ts';
import { NotLoaded } from '../errors/not-loaded.tsx';
import { productQuery } from '../queries/catalogue.ts';
import { useShowSeller } from '../queries/page-seller.ts';
import { CustomersOnly } from '../session/guards.tsx';
import { hideLoader, showLoader } from '../state/loaders.ts';
import { useShowPage } from '../state/route-shown.ts';
import { showToast } from '../state/toasts.ts';
import { createTapGuard } from './choose/one-at-a-time.ts';
import { findCurrentLine, toLineInput, updateLine } from './choose/update-line.ts';
import { type LineInput, useLineInput } from './choose/use-buying.ts';
import { ProductScreen } from './product-screen.tsx';
import { ProductWaiting } from './product-skeleton.tsx';

export default function UpdateProduct() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  return (
    <>
      <title>{t`Update Cart | ${brand.title}`}</title>
      <CustomersOnly waiting={<ProductWaiting />}>
        <FindLine key={id} id={id} />
      </CustomersOnly>
    </>
  );
}

/** Remembers the line once found, because updating a product with options changes the line's id. */
function FindLine({ id }: { id: string }) {
  const cart = useQuery(cartProductsQuery);
  const [previousLine, hold] = useState<CartProduct>();
  const line = cart.data ? findCurrentLine(cart.data, id, previousLine) : previousLine;
  if (line !== previousLine) hold(line);
  const about = useQuery({ ...productQuery(line?.product.id ?? 0), enabled: line !== undefined });
  const product = about.data;
  useShowSeller(product?.seller);
  if (line && product) return <Editing line={line} product={product} />;
  if (product === null || (cart.data && !line)) return <LineGone />;
  const failed = [cart, about].find(({ isLoadingError }) => isLoadingError);
  if (failed) return <NotLoaded heading="h1" error={failed.error} retry={() => void failed.refetch()} />;
  return <ProductWaiting tile={line?.product} />;
}

function Editing({ line, product }: { line: CartProduct; product: Product }) {
  const { t } = useLingui();
  const showPage = useShowPage();
  const lineInput = useLineInput(product, toLineInput(line));
  const [guard] = useState(createTapGuard);

  async function update(input: LineInput): Promise<void> {
    showLoader('global', t`Updating your cart...`);
    try {
      await updateLine({ product, line, input });
      showToast(t`Your cart is updated`);
      await showPage('/checkout');
    } catch (error) {
      showAddError(error);
    } finally {
      hideLoader();
    }
  }

  return (
    <ProductScreen
      product={product}
      lineInput={lineInput}
      button={msg`Update Cart`}
      onBuy={(input) => void guard(() => update(input))}
    />
  );
}

function LineGone() {
  const { t } = useLingui();
  return (
    <EmptyState
      heading="h1"
      picture={<Icon name="cart" className="size-16" />}
      title={t`This is not in your cart any more`}
      text={t`It may have been bought or removed on another device.`}
    >
      <LinkButton to="/browse">
        <Translated message={brand.browseTitle} />
      </LinkButton>
    </EmptyState>
  );
}
