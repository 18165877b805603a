import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import type { CartProduct } from '#contract/cart.ts';
import type { Product } from '#contract/catalogue.ts';
import { showAddProblem } from '../../api/problems.ts';
import { cartProductsQuery, productQuery } from '../../api/queries.ts';
import { brand } from '../../brand/brand.ts';
import { Said } from '../../languages/said.tsx';
import { announce } from '../../state/announcements.ts';
import { hideLoader, showLoader } from '../../state/loader.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { MembersOnly } from '../shell/guards.tsx';
import { useShowSeller } from '../shell/seller-of-page.ts';
import { ProductScreen } from './product-screen.tsx';
import { ProductWaiting } from './product-waiting.tsx';
import { updateLine, wishOf } from './update-line.ts';
import { useWish, type Wish } from './use-buying.ts';

/** RT-34, PD-10: the product page of a cart line, by the line's id (OQ-075). */
export default function UpdateProduct() {
  const { t } = useLingui();
  return (
    <>
      <title>{t`Update Cart | ${brand.title}`}</title>
      <MembersOnly waiting={<ProductWaiting />} askToSignIn>
        <FindLine />
      </MembersOnly>
    </>
  );
}

function FindLine() {
  const { id = '' } = useParams();
  const { data: lines } = useQuery(cartProductsQuery);
  const line = lines?.find((one) => String(one.item_id) === id && !one.product.is_giftcard);
  const { data: product } = useQuery({ ...productQuery(line?.product.id ?? 0), enabled: line !== undefined });
  useShowSeller(product?.seller);
  if (lines && (!line || product === null)) return <LineGone />;
  return line && product ? <Editing key={id} line={line} product={product} /> : <ProductWaiting tile={line?.product} />;
}

function Editing({ line, product }: { line: CartProduct; product: Product }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const wishing = useWish(product, wishOf(line));

  async function update(wish: Wish): Promise<void> {
    showLoader('global', t`Updating your cart...`);
    try {
      await updateLine({ product, line, wish });
      announce(t`Your cart is updated`);
      await navigate('/checkout');
    } catch (error) {
      showAddProblem(error);
    } finally {
      hideLoader();
    }
  }

  return (
    <ProductScreen product={product} wishing={wishing} button={msg`Update Cart`} onBuy={(wish) => void update(wish)} />
  );
}

function LineGone() {
  const { t } = useLingui();
  return (
    <EmptyState
      heading="h1"
      picture={<Icon name="cart" className="size-16" />}
      title={t`This is not in your cart any more`}
      text={t`It may have been bought or taken out on another screen.`}
    >
      <LinkButton to="/browse">
        <Said words={brand.browseTitle} />
      </LinkButton>
    </EmptyState>
  );
}
