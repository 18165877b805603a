import { lazy, Suspense } from 'react';
import type { ShopSettings } from '#contract/shop.ts';
import type { NewPaymentMethod } from './card-entry.tsx';

export type WalletProps = {
  settings: ShopSettings;
  amountCents: number;
  ready: boolean;
  onMissing: () => void;
  onPay: (create: () => Promise<NewPaymentMethod>) => void;
};

const StripeWallets = lazy(() => import('./stripe-wallets.tsx').then((file) => ({ default: file.StripeWallets })));

export function WalletButtons(props: WalletProps) {
  if (props.settings.payments !== 'stripe') return null;
  return (
    <Suspense>
      <StripeWallets {...props} />
    </Suspense>
  );
}
