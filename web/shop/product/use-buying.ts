import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Product } from '#contract/catalogue.ts';
import { showAddProblem } from '../../api/problems.ts';
import { addGiftCard, type GiftCardEntry } from '../../state/gift-cards.ts';
import { hideLoader, showLoader } from '../../state/loader.ts';
import { openPopup } from '../../state/popups.ts';
import { isSignedIn } from '../../state/session.ts';
import { addLine, type NewLine } from '../cart/add-line.ts';
import { cardEntry, ownAmountEntry } from './card-entry.ts';
import {
  type Choice,
  type ChoiceProblems,
  choiceProblems,
  choose,
  firstChoice,
  itemOptions,
  variantOf,
} from './choices.ts';

/** What is wished for on a product page, and the parts of it the page shows. */
export type Wish = { choice: Choice; qty: number };
export type Wishing = ReturnType<typeof useWish>;

/** The choice and quantity on screen, with what is still missing; `first` is what a cart line already holds. */
export function useWish(product: Product, first: Wish = { choice: firstChoice(product), qty: 1 }) {
  const [wish, setWish] = useState(first);
  const [problems, setProblems] = useState<ChoiceProblems>({});
  const variant = variantOf(product, wish.choice);
  const stock = Math.max(1, variant?.qty ?? product.qty);
  return {
    choice: wish.choice,
    qty: Math.min(wish.qty, stock),
    stock,
    variant,
    problems,
    choose(option: Parameters<typeof choose>[2]) {
      const choice = choose(product, wish.choice, option);
      setWish({ ...wish, choice });
      setProblems(({ [option.code]: _solved, ...rest }) => rest);
    },
    setQty: (qty: number) => setWish({ ...wish, qty }),
    /** Shows what is missing; true when nothing is. */
    check(): boolean {
      const found = choiceProblems(product, wish.choice);
      setProblems(found);
      return Object.keys(found).length === 0;
    },
  };
}

/** The wish as a line for the cart. */
export function lineOf(product: Product, { choice, qty }: Wish): NewLine {
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

/**
 * What the product page does when it is pressed. A visitor signs in first and the same press then goes through (OQ-063):
 * nothing is built before.
 */
export function useBuying(product: Product) {
  const navigate = useNavigate();
  const leaving = useRef(false);

  /** ST-029, ST-030: adds with a loader, then the cart refreshes. */
  async function add(wish: Wish): Promise<void> {
    if (!isSignedIn()) {
      openPopup({ kind: 'sign-in', next: () => void add(wish) });
      return;
    }
    showLoader('global', t`Adding to your cart...`);
    await addLine(lineOf(product, wish)).catch(showAddProblem);
    hideLoader();
  }

  /** ST-031..ST-033: builds the local entry and goes on to who it is for. */
  function choosePrice(price: number): void {
    begin(() => cardEntry(product, price));
  }

  function chooseOwnAmount(cents: number): void {
    begin(() => ownAmountEntry(product, cents));
  }

  function begin(build: () => GiftCardEntry | null): void {
    if (!isSignedIn()) {
      openPopup({ kind: 'sign-in', next: () => begin(build) });
      return;
    }
    // Two taps are one card: the next screen may still be on its way.
    const entry = leaving.current ? null : build();
    if (!entry) return;
    leaving.current = true;
    void Promise.resolve(navigate(`/giftcard/add/${addGiftCard(entry)}`)).finally(() => {
      leaving.current = false;
    });
  }

  return { add, choosePrice, chooseOwnAmount };
}
