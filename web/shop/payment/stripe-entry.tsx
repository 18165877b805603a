import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElementsOptionsMode } from '@stripe/stripe-js';
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { CardEntryProps } from './card-entry.tsx';
import { CardEntrySkeleton } from './card-entry-skeleton.tsx';
import { NO_CARD } from './card-error.tsx';
import { stripeWith } from './stripe-loader.ts';

/** Stripe refuses less than this; the real amount is charged by the server. */
const SMALLEST_CENTS = 50;
const NOT_READY = 'Card entry is still loading. Please try again in a moment.';

/** Stripe's own Payment Element: cards only, saved with the purchase (BC-27, CK-38). */
export function StripeEntry(props: CardEntryProps) {
  const key = props.settings.stripe_publishable_key;
  const [stripe, setStripe] = useState<Stripe | null | 'loading'>('loading');
  useEffect(() => {
    if (stripe === 'loading') void stripeWith(key).then(setStripe);
  }, [key, stripe]);
  if (stripe === 'loading' || stripe === null) {
    return <NotReady ref={props.ref} failed={stripe === null} onRetry={() => setStripe('loading')} />;
  }
  return <Fields {...props} stripe={stripe} />;
}

type NotReadyProps = Pick<CardEntryProps, 'ref'> & { failed: boolean; onRetry: () => void };

function NotReady({ ref, failed, onRetry }: NotReadyProps) {
  useImperativeHandle(ref, () => ({ createPaymentMethod: async () => ({ error: NOT_READY }) }));
  if (!failed) return <CardEntrySkeleton />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-15">
      <p>Card entry could not be loaded.</p>
      <Button look="plain" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

function Fields({ ref, stripe, holder, amountCents }: CardEntryProps & { stripe: Stripe }) {
  const options = useMemo<StripeElementsOptionsMode>(
    () => ({
      mode: 'payment',
      amount: Math.max(amountCents, SMALLEST_CENTS),
      currency: 'aud',
      paymentMethodCreation: 'manual',
      allowedPaymentMethodTypes: ['card'],
      setupFutureUsage: 'off_session',
      appearance: appearance(),
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
  useImperativeHandle(ref, () => ({
    async createPaymentMethod() {
      if (!stripe || !elements) return { error: NOT_READY };
      if (empty.current) return { error: NO_CARD };
      const checked = await elements.submit();
      if (checked.error) return { error: checked.error.message ?? NOT_READY };
      const made = await stripe.createPaymentMethod({ elements, params: { billing_details: holder } });
      if (made.error) return { error: made.error.message ?? NOT_READY };
      return { id: made.paymentMethod.id };
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

/** Stripe draws in its own frame: it is told our colours as they are at the moment. */
function appearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const probe = document.createElement('span');
  document.body.append(probe);
  const colour = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const variables = {
    colorPrimary: colour('--accent'),
    colorBackground: colour('--surface'),
    colorText: colour('--ink'),
    colorTextSecondary: colour('--muted'),
    colorDanger: colour('--bad'),
    fontFamily: style.fontFamily,
    fontSizeBase: '17px',
    borderRadius: '8px',
  };
  probe.remove();
  return { theme: 'flat', variables };
}
