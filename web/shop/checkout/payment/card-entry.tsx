import type { Ref } from 'react';
import type { ShopSettings } from '#contract/shop.ts';
import { type LazyPart, lazyComponent } from '../../popups/lazy-component.tsx';
import { CardEntrySkeleton } from './card-entry-skeleton.tsx';

/** A `wallet` card is not saved. `securityCode` is a token for a saved card's security code. */
export type NewPaymentMethod = { id: string; wallet?: true; securityCode?: string } | { error: string };
export type CardEntryHandle = {
  createPaymentMethod(): Promise<NewPaymentMethod>;
  /** Focuses the field with the error. The fields must be enabled. */
  focusWrong(): void;
};

export type CardHolder = { name: string; email: string; phone: string };

export type CardEntryProps = {
  ref: Ref<CardEntryHandle>;
  settings: ShopSettings;
  holder: CardHolder;
  amountCents: number;
  focus: boolean;
};

const waiting = <CardEntrySkeleton />;

/** Loaded only when used. The browser sends card numbers only to the provider. */
export const cardEntries: Record<ShopSettings['payments'], LazyPart<CardEntryProps>> = {
  sandbox: lazyComponent(() => import('./sandbox-entry.tsx').then((file) => file.SandboxEntry), { waiting }),
  stripe: lazyComponent(() => import('./stripe-entry.tsx').then((file) => file.StripeEntry), { waiting }),
};

export function CardEntry(props: CardEntryProps) {
  const Entry = cardEntries[props.settings.payments];
  return <Entry {...props} />;
}
