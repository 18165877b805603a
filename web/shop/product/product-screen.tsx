import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import type { Product, Variant } from '#contract/catalogue.ts';
import { ACTION_BAR_ROOM, EarlyActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Stepper } from '#web/ui/form/stepper.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { lateComponent } from '../popups/late-component.tsx';
import { CarriedCardStrip } from '../seller/carried-card.tsx';
import { Amounts } from './choose/amounts.tsx';
import { chosenPicture } from './choose/choices.ts';
import { OptionPicker } from './choose/option-picker.tsx';
import { isGone, SoldOut } from './choose/sold-out.tsx';
import type { LineInput, LineInputState } from './choose/use-buying.ts';
import { PictureStrip } from './picture-strip.tsx';
import { ProductHead, ProductPrice, Sku } from './product-head.tsx';
import { ProductPromises } from './product-promises.tsx';

const ProductTabs = lateComponent(() => import('./product-tabs.tsx').then((file) => file.ProductTabs));

type ProductScreenProps = {
  product: Product;
  lineInput: LineInputState;
  button: MessageDescriptor;
  onBuy: (input: LineInput) => void;
  onPrice?: (price: number) => void;
  onOwnAmount?: (cents: number) => void;
};

/** Puts the description of goods below the action on wide screens, because goods have few options. */
export function ProductScreen({ product, lineInput, button, onBuy, onPrice, onOwnAmount }: ProductScreenProps) {
  const { i18n } = useLingui();
  const options = useRef<HTMLDivElement>(null);
  const { choice, qty, variant, errors } = lineInput;
  const isUnavailable = isGone(product);
  const soldOut = (variant?.qty ?? product.qty) <= 0;

  function press() {
    // If the customer is typing a custom amount, the button submits that amount.
    const ownAmountForm = options.current?.querySelector<HTMLFormElement>('form[data-own-amount]');
    if (ownAmountForm) ownAmountForm.requestSubmit();
    else if (lineInput.check()) onBuy({ choice, qty });
    else showFirst(options.current);
  }

  const choices = product.is_giftcard ? (
    <Amounts
      product={product}
      error={errors.gift_card_price}
      onBegin={() => lineInput.solve('gift_card_price')}
      onChoose={(price) => onPrice?.(price)}
      onOwn={(cents) => onOwnAmount?.(cents)}
    />
  ) : (
    <OptionPicker product={product} choice={choice} errors={errors} onChoose={lineInput.choose} />
  );
  return (
    <Columns
      pictures={
        <PictureStrip
          pictures={product.pictures}
          name={product.name}
          isGiftCard={product.is_giftcard}
          front={chosenPicture(product, choice)}
        />
      }
      words={
        <>
          {product.is_giftcard && <About product={product} variant={undefined} />}
          <ProductTabs product={product} />
        </>
      }
    >
      <ProductHead product={product} variant={variant} />
      {!product.is_giftcard && <CarriedCardStrip shopUrl={product.seller.shop_url} />}
      <div ref={options} className="mt-6 flex flex-col gap-6">
        {isUnavailable && <SoldOut product={product} />}
        {choices}
        {!product.is_giftcard && !soldOut && <Quantity lineInput={lineInput} />}
      </div>
      <EarlyActionBar>
        {!product.is_giftcard && (
          <span className="sm:hidden">
            <ProductPrice product={product} variant={variant} size="medium" />
          </span>
        )}
        {/* A gift card's button is plain, because tapping an amount continues without it. */}
        <Button
          onClick={press}
          disabled={soldOut}
          variant={product.is_giftcard ? 'plain' : 'primary'}
          className="sm:w-full"
        >
          {i18n._(button)}
        </Button>
      </EarlyActionBar>
      <ProductPromises product={product} />
      {!product.is_giftcard && <About product={product} variant={variant} />}
    </Columns>
  );
}

function showFirst(options: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const first = options?.querySelector<HTMLElement>('[aria-invalid="true"]:enabled, [data-amount]:enabled');
    first?.focus();
    first?.closest('fieldset, [role=group]')?.scrollIntoView({ block: 'center' });
  });
}

function Quantity({ lineInput: { qty, stock, setQty } }: { lineInput: LineInputState }) {
  const { t } = useLingui();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:justify-start">
      <span aria-hidden="true" className="text-15 font-semibold">
        <Trans>Quantity</Trans>
      </span>
      <Stepper label={t`Quantity`} value={qty} onValue={setQty} max={stock} />
    </div>
  );
}

function About({ product, variant }: { product: Product; variant: Variant | undefined }) {
  return (
    <div className="mt-8">
      {product.description.trim() !== '' && (
        <>
          <h2 className="text-20">
            {product.is_giftcard ? <Trans>About this gift card</Trans> : <Trans>About it</Trans>}
          </h2>
          <RichText html={product.description} className="mt-2" />
        </>
      )}
      <Sku product={product} variant={variant} />
    </div>
  );
}

type ColumnsProps = { pictures: ReactNode; words: ReactNode; children: ReactNode };

/** Keeps the visual order in the DOM. On phones, `contents` lets the action bar stick to the page. */
export function Columns({ pictures, words, children }: ColumnsProps) {
  return (
    <div
      className={`page flex grow flex-col pb-0 sm:grid sm:grow-0 sm:grid-cols-2 sm:grid-rows-[auto_1fr] sm:gap-x-8 sm:py-8 lg:grid-cols-[1.25fr_1fr] lg:gap-x-12 ${ACTION_BAR_ROOM}`}
    >
      <div className="-mx-(--gutter) sm:col-start-1 sm:mx-0 sm:min-w-0">{pictures}</div>
      <div className="contents sm:sticky sm:top-[calc(var(--header-height)+2rem)] sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:flex sm:min-w-0 sm:flex-col sm:self-start">
        {children}
      </div>
      <div className="sm:col-start-1 sm:min-w-0">{words}</div>
    </div>
  );
}
