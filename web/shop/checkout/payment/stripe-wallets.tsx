import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type {
  Stripe,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js';
import { useEffect, useMemo, useState } from 'react';
import { classes } from '#web/ui/classes.ts';
import type { NewPaymentMethod } from './card-entry.tsx';
import { loadStripeOnce, stripeAppearance, toStripeAmount } from './stripe-setup.ts';
import type { WalletProps } from './wallet-buttons.tsx';

const WALLETS = {
  paymentMethods: {
    applePay: 'auto',
    googlePay: 'auto',
    link: 'never',
    paypal: 'never',
    amazonPay: 'never',
    klarna: 'never',
  },
  buttonType: { applePay: 'buy', googlePay: 'buy' },
  buttonHeight: 48,
  layout: { maxColumns: 2, maxRows: 1, overflow: 'never' },
} as const satisfies StripeExpressCheckoutElementOptions;

export function StripeWallets(props: WalletProps) {
  const key = props.settings.stripe_publishable_key;
  const [stripe, setStripe] = useState<Stripe | null>(null);
  useEffect(() => {
    void loadStripeOnce(key).then(setStripe);
  }, [key]);
  const options = useMemo<StripeElementsOptionsMode>(
    () => ({
      mode: 'payment',
      ...toStripeAmount(props.amountCents),
      paymentMethodCreation: 'manual',
      allowedPaymentMethodTypes: ['card'],
      appearance: stripeAppearance(),
    }),
    [props.amountCents],
  );
  if (!stripe) return null;
  return (
    <Elements stripe={stripe} options={options}>
      <Buttons {...props} />
    </Elements>
  );
}

function Buttons({ ready, onMissing, onPay }: WalletProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isShown, setShown] = useState(false);

  async function create(event: StripeExpressCheckoutElementConfirmEvent): Promise<NewPaymentMethod> {
    const failed = (message: string | undefined): NewPaymentMethod => {
      event.paymentFailed({ reason: 'fail' });
      return { error: message ?? t`Your card could not be read. Please try again, or use another card.` };
    };
    if (!stripe || !elements) return failed(undefined);
    const checked = await elements.submit();
    if (checked.error) return failed(checked.error.message);
    const result = await stripe.createPaymentMethod({ elements });
    return result.error ? failed(result.error.message) : { id: result.paymentMethod.id, wallet: true };
  }
  return (
    <div
      data-wallets={isShown ? '' : undefined}
      className={classes('mt-3', !isShown && 'invisible h-0 overflow-hidden')}
    >
      <ExpressCheckoutElement
        options={WALLETS}
        onReady={({ availablePaymentMethods: methods }) => setShown(Boolean(methods?.applePay || methods?.googlePay))}
        onLoadError={() => setShown(false)}
        onClick={(event) => {
          if (ready) event.resolve();
          else {
            event.reject();
            onMissing();
          }
        }}
        onConfirm={(event) => onPay(() => create(event))}
      />
      {isShown && (
        <p className="mt-4 flex items-center gap-3 text-13 text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
          <Trans>or pay by card</Trans>
        </p>
      )}
    </div>
  );
}
