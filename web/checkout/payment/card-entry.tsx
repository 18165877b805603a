import { lazy, type Ref, Suspense } from 'react';
import type { ShopSettings } from '#contract/shop.ts';
import { CardEntrySkeleton } from './card-entry-skeleton.tsx';
import { SandboxEntry } from './sandbox-entry.tsx';

/**
 * What the provider's part of the page returns: the id of a payment method, or its own words for what is wrong. One of
 * a `wallet` stays in the wallet: it is not kept as a saved card.
 */
export type NewPaymentMethod = { id: string; wallet?: true } | { error: string };
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
};

/** Another provider's script is not loaded for a shop that does not use it. */
const StripeEntry = lazy(() => import('./stripe-entry.tsx').then((file) => ({ default: file.StripeEntry })));

/** Card entry, whichever provider the shop has. The numbers go from the browser to the provider alone. */
export function CardEntry(props: CardEntryProps) {
  if (props.settings.payments === 'sandbox') return <SandboxEntry {...props} />;
  return (
    <Suspense fallback={<CardEntrySkeleton />}>
      <StripeEntry {...props} />
    </Suspense>
  );
}
