import { type ReactNode, useRef } from 'react';
import type { Product } from '#contract/catalogue.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { Amounts } from './amounts.tsx';
import { OptionPicker } from './option-picker.tsx';
import { PictureStrip } from './picture-strip.tsx';
import { ProductHead, ProductPrice } from './product-head.tsx';
import { ProductTabs } from './product-tabs.tsx';
import type { Wish, Wishing } from './use-buying.ts';

type ProductScreenProps = {
  product: Product;
  wishing: Wishing;
  button: 'Add to Cart' | 'Update Cart';
  onBuy: (wish: Wish) => void;
  /** Gift cards only. */
  onPrice?: (price: number) => void;
};

/**
 * A product with its options and one action: /product/{id} and /updateproduct/{id}. On a phone one column in reading order with
 * the action at the thumb; on wide screens pictures and words at the left, choice and action at the right.
 */
export function ProductScreen({ product, wishing, button, onBuy, onPrice }: ProductScreenProps) {
  const options = useRef<HTMLDivElement>(null);
  const { choice, qty, variant, problems } = wishing;
  const soldOut = (variant?.qty ?? product.qty) <= 0;

  function press() {
    if (wishing.check()) onBuy({ choice, qty });
    else showFirst(options.current);
  }

  const asked = product.is_giftcard ? (
    <Amounts product={product} problem={problems.gift_card_price} onChoose={(price) => onPrice?.(price)} />
  ) : (
    <OptionPicker product={product} choice={choice} problems={problems} onChoose={wishing.choose} />
  );
  return (
    <Columns
      pictures={<PictureStrip pictures={product.pictures} name={product.name} isGiftCard={product.is_giftcard} />}
      words={<Words product={product} />}
    >
      <ProductHead product={product} variant={variant} />
      <div ref={options} className="mt-6 flex flex-col gap-6">
        {asked}
        {!product.is_giftcard && <Quantity wishing={wishing} />}
      </div>
      <ActionBar>
        <span className="grow-0! sm:hidden">
          <ProductPrice product={product} variant={variant} size="medium" />
        </span>
        <Button onClick={press} disabled={soldOut} className="sm:w-full">
          {button}
        </Button>
      </ActionBar>
    </Columns>
  );
}

/** Focuses the first thing that can be chosen where nothing is, so the message is read out and seen. */
function showFirst(options: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const first = options?.querySelector<HTMLElement>('[aria-invalid="true"]:enabled, [data-amount]:enabled');
    first?.focus();
    first?.closest('fieldset, [role=group]')?.scrollIntoView({ block: 'center' });
  });
}

function Quantity({ wishing: { qty, stock, setQty } }: { wishing: Wishing }) {
  return (
    <div className="flex items-center justify-between gap-4 sm:justify-start">
      <span aria-hidden="true" className="text-15 font-semibold">
        Quantity
      </span>
      <Stepper label="Quantity" value={qty} onValue={setQty} max={stock} />
    </div>
  );
}

function Words({ product }: { product: Product }) {
  return (
    <>
      <h2 className="mt-8 text-20">{product.is_giftcard ? 'About this gift card' : 'About it'}</h2>
      <RichText html={product.description} className="mt-2" />
      <ProductTabs product={product} />
    </>
  );
}

type ColumnsProps = { pictures: ReactNode; words: ReactNode; children: ReactNode };

/** `contents` on a phone lets the action bar stick to the whole page and not only to its column. */
export function Columns({ pictures, words, children }: ColumnsProps) {
  return (
    <div className="page flex grow flex-col pb-0 sm:grid sm:grow-0 sm:grid-cols-2 sm:content-start sm:gap-8 sm:py-8 lg:grid-cols-[1.25fr_1fr] lg:gap-12">
      <div className="contents sm:block sm:min-w-0">
        <div className="order-1 -mx-(--gutter) sm:mx-0">{pictures}</div>
        <div className="order-3">{words}</div>
      </div>
      <div className="contents *:order-2 *:last:order-4 sm:sticky sm:top-[calc(var(--header-height)+2rem)] sm:block sm:self-start">
        {children}
      </div>
    </div>
  );
}
