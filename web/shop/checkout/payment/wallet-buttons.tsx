import { lazy, Suspense } from 'react';
import type { ShopSettings } from '#contract/shop.ts';
import type { NewPaymentMethod } from './card-entry.tsx';

export type WalletProps = {
  settings: ShopSettings;
  /** What will be paid, in integer cents: the wallet's own sheet shows it. */
  amountCents: number;
  /** Nothing is missing: a tap may open the wallet. */
  ready: boolean;
  /** The customer tapped a wallet while something is missing. */
  onMissing: () => void;
  /** The customer agreed in the wallet: buys with what `create` makes of it. */
  onPay: (create: () => Promise<NewPaymentMethod>) => void;
};

const StripeWallets = lazy(() => import('./stripe-wallets.tsx').then((file) => ({ default: file.StripeWallets })));

/** Apple Pay and Google Pay, where the provider, the browser and the phone have them; nothing where they do not. */
export function WalletButtons(props: WalletProps) {
  if (props.settings.payments !== 'stripe') return null;
  return (
    <Suspense>
      <StripeWallets {...props} />
    </Suspense>
  );
}
