import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Product } from '#contract/catalogue.ts';
import type { AttributeCode } from '#contract/rules/limits.ts';
import { addLine, type NewLine } from '../../cart/add-line.ts';
import { showAddError } from '../../cart/show-add-error.ts';
import { isSignedIn } from '../../session/session.ts';
import { addGiftCard, type LocalGiftCard } from '../../state/gift-cards.ts';
import { hideLoader, showLoader } from '../../state/loaders.ts';
import { openPopup } from '../../state/popups.ts';
import { useShowPage } from '../../state/route-shown.ts';
import {
  type Choice,
  type ChoiceErrors,
  choiceErrors,
  choose,
  findVariant,
  itemOptions,
  preselectOptions,
} from './choices.ts';
import { createFreeAmountGiftCard, createGiftCard } from './create-gift-card.ts';
import { createTapGuard } from './one-at-a-time.ts';

export type LineInput = { choice: Choice; qty: number };
export type LineInputState = ReturnType<typeof useLineInput>;

export function useLineInput(product: Product, first: LineInput = { choice: preselectOptions(product), qty: 1 }) {
  const [input, setInput] = useState(first);
  const [errors, setErrors] = useState<ChoiceErrors>({});
  const variant = findVariant(product, input.choice);
  const solve = (code: AttributeCode) => setErrors(({ [code]: _solved, ...rest }) => rest);
  const stock = Math.max(1, variant?.qty ?? product.qty);
  return {
    choice: input.choice,
    qty: Math.min(input.qty, stock),
    stock,
    variant,
    errors,
    choose(option: Parameters<typeof choose>[2]) {
      const choice = choose(product, input.choice, option);
      setInput({ ...input, choice });
      solve(option.code);
    },
    solve,
    setQty: (qty: number) => setInput({ ...input, qty }),
    check(): boolean {
      const missing = choiceErrors(product, input.choice);
      setErrors(missing);
      return Object.keys(missing).length === 0;
    },
  };
}

export function buildNewLine(product: Product, { choice, qty }: LineInput): NewLine {
  const configurable_item_options = itemOptions(product, choice);
  return {
    sku: product.sku,
    qty,
    product_type: product.type_id,
    ...(configurable_item_options.length > 0
      ? { product_option: { extension_attributes: { configurable_item_options } } }
      : {}),
  };
}

export function useBuying(product: Product) {
  const showPage = useShowPage();
  const [guard] = useState(createTapGuard);

  async function add(input: LineInput): Promise<void> {
    if (!isSignedIn()) {
      openPopup({ kind: 'sign-in', next: () => void add(input) });
      return;
    }
    await guard(async () => {
      showLoader('global', t`Adding to your cart...`);
      await addLine(buildNewLine(product, input)).catch(showAddError);
      hideLoader();
    });
  }

  function choosePrice(price: number): void {
    begin(() => createGiftCard(product, price));
  }

  function chooseOwnAmount(cents: number): void {
    begin(() => createFreeAmountGiftCard(product, cents));
  }

  function begin(build: () => LocalGiftCard | null): void {
    if (!isSignedIn()) {
      openPopup({ kind: 'sign-in', next: () => begin(build) });
      return;
    }
    void guard(async () => {
      const giftCard = build();
      if (giftCard) await showPage(`/giftcard/add/${addGiftCard(giftCard)}`);
    });
  }

  return { add, choosePrice, chooseOwnAmount };
}
