import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElementsOptionsMode } from '@stripe/stripe-js';
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { errorText } from '../../errors/error-text.ts';
import type { CardEntryProps } from './card-entry.tsx';
import { CardEntrySkeleton } from './card-entry-skeleton.tsx';
import { loadStripeOnce, stripeAppearance, toStripeAmount } from './stripe-setup.ts';

const notReadyMessage = () => t`Card entry is still loading. Please try again in a moment.`;

/** Accepts only cards, and saves the card with the purchase. */
export function StripeEntry(props: CardEntryProps) {
  const key = props.settings.stripe_publishable_key;
  const [stripe, setStripe] = useState<Stripe | null | 'loading'>('loading');
  useEffect(() => {
    if (stripe === 'loading') void loadStripeOnce(key).then(setStripe);
  }, [key, stripe]);
  if (stripe === 'loading' || stripe === null) {
    return <NotReady ref={props.ref} failed={stripe === null} onRetry={() => setStripe('loading')} />;
  }
  return <Fields {...props} stripe={stripe} />;
}

type NotReadyProps = Pick<CardEntryProps, 'ref'> & { failed: boolean; onRetry: () => void };

function NotReady({ ref, failed, onRetry }: NotReadyProps) {
  useImperativeHandle(ref, () => ({
    createPaymentMethod: async () => ({ error: notReadyMessage() }),
    focusWrong: () => undefined,
  }));
  if (!failed) return <CardEntrySkeleton />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-15">
      <p>
        <Trans>Card entry could not be loaded.</Trans>
      </p>
      <Button variant="plain" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

function Fields({ ref, stripe, holder, amountCents }: CardEntryProps & { stripe: Stripe }) {
  const options = useMemo<StripeElementsOptionsMode>(
    () => ({
      mode: 'payment',
      ...toStripeAmount(amountCents),
      paymentMethodCreation: 'manual',
      allowedPaymentMethodTypes: ['card'],
      setupFutureUsage: 'off_session',
      appearance: stripeAppearance(),
    }),
    [amountCents],
  );
  return (
    <Elements stripe={stripe} options={options}>
      <StripeFields ref={ref} holder={holder} />
    </Elements>
  );
}

function StripeFields({ ref, holder }: Pick<CardEntryProps, 'ref' | 'holder'>) {
  const stripe = useStripe();
  const elements = useElements();
  const empty = useRef(true);
  const missing = useRef(false);
  useImperativeHandle(ref, () => ({
    async createPaymentMethod() {
      if (!stripe || !elements) return { error: notReadyMessage() };
      missing.current = empty.current;
      if (missing.current) return { error: errorText('card_required') };
      const checked = await elements.submit();
      if (checked.error) return { error: checked.error.message ?? notReadyMessage() };
      const result = await stripe.createPaymentMethod({ elements, params: { billing_details: holder } });
      if (result.error) return { error: result.error.message ?? notReadyMessage() };
      return { id: result.paymentMethod.id };
    },
    // Focuses only an empty element, because Stripe's element focuses invalid fields itself.
    focusWrong() {
      if (missing.current) elements?.getElement('payment')?.focus();
      missing.current = false;
    },
  }));
  return (
    <PaymentElement
      options={{ wallets: { applePay: 'never', googlePay: 'never' }, terms: { card: 'never' } }}
      onChange={(event) => {
        empty.current = event.empty;
      }}
    />
  );
}
