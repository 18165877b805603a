import type { Ref } from 'react';
import type { ShopSettings } from '#contract/shop.ts';
import { type LazyPart, lazyComponent } from '../../popups/lazy-component.tsx';
import { CardEntrySkeleton } from './card-entry-skeleton.tsx';

/**
 * What the provider's part of the page returns: the id of a payment method, or its own words for what is wrong. One of
 * a `wallet` stays in the wallet: it is not kept as a saved card. `securityCode`: the token for that of a saved card.
 */
export type NewPaymentMethod = { id: string; wallet?: true; securityCode?: string } | { error: string };
export type CardEntryHandle = {
  createPaymentMethod(): Promise<NewPaymentMethod>;
  /**
   * Puts the cursor where the last try found something missing or wrong, if that was in a field. The fields must be
   * enabled.
   */
  focusWrong(): void;
};

/** Whose card it is, as the provider wants it. */
export type CardHolder = { name: string; email: string; phone: string };

export type CardEntryProps = {
  ref: Ref<CardEntryHandle>;
  settings: ShopSettings;
  holder: CardHolder;
  /** What will be paid, in integer cents: the provider shapes its form by it. */
  amountCents: number;
  /** The customer opened it: go on in its first field. */
  focus: boolean;
};

const waiting = <CardEntrySkeleton />;

/**
 * Card entry of each provider. A page loads its shop's own alone, and only where no saved card is chosen. The numbers
 * go from the browser to the provider alone.
 */
export const cardEntries: Record<ShopSettings['payments'], LazyPart<CardEntryProps>> = {
  sandbox: lazyComponent(() => import('./sandbox-entry.tsx').then((file) => file.SandboxEntry), { waiting }),
  stripe: lazyComponent(() => import('./stripe-entry.tsx').then((file) => file.StripeEntry), { waiting }),
};

export function CardEntry(props: CardEntryProps) {
  const Entry = cardEntries[props.settings.payments];
  return <Entry {...props} />;
}
