import { t } from '@lingui/core/macro';
import { CardCvcElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { controlClasses } from '#web/ui/form/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { loadStripeOnce, stripeAppearance } from '../payment/stripe-setup.ts';
import { SecurityCodeField, type SecurityCodeProps } from './code-field.tsx';

/** If Stripe's script fails to load, the card pays without its code. */
export function StripeCode({ ref, settings, onEmpty }: SecurityCodeProps) {
  const key = settings.stripe_publishable_key;
  const [stripe, setStripe] = useState<Stripe | null | 'loading'>('loading');
  useEffect(() => {
    void loadStripeOnce(key).then(setStripe);
  }, [key]);
  if (stripe === null) return null;
  if (stripe === 'loading') return <Skeleton className="h-12 w-full" />;
  return (
    <Elements stripe={stripe}>
      <CodeElement ref={ref} onEmpty={onEmpty} />
    </Elements>
  );
}

function CodeElement({ ref, onEmpty }: Pick<SecurityCodeProps, 'ref' | 'onEmpty'>) {
  const stripe = useStripe();
  const elements = useElements();
  const empty = useRef(true);
  const wrong = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => onEmpty(true), [onEmpty]);
  const [style] = useState(elementStyle);
  useImperativeHandle(ref, () => ({
    async createToken() {
      const element = elements?.getElement(CardCvcElement);
      wrong.current = false;
      if (!stripe || !element || empty.current) return { token: null };
      const result = await stripe.createToken('cvc_update', element);
      if (!result.error) return { token: result.token.id };
      wrong.current = true;
      return { error: result.error.message ?? t`The card could not be checked. Check your connection and try again.` };
    },
    focusWrong() {
      if (wrong.current) elements?.getElement(CardCvcElement)?.focus();
      wrong.current = false;
    },
    show() {
      box.current?.scrollIntoView({ block: 'center' });
      elements?.getElement(CardCvcElement)?.focus();
    },
  }));
  return (
    <SecurityCodeField>
      {({ id }) => (
        <div ref={box} className={controlClasses(false, 'max-w-32')}>
          <CardCvcElement
            id={id}
            options={{ style }}
            onChange={(event) => {
              empty.current = event.empty;
              onEmpty(event.empty);
            }}
          />
        </div>
      )}
    </SecurityCodeField>
  );
}

/** Maps our colours to the style names of this Stripe element, which has no theme. */
function elementStyle() {
  const { colorText, colorTextSecondary, colorDanger, fontFamily, fontSizeBase } = stripeAppearance().variables ?? {};
  const base = {
    ...(colorText ? { color: colorText } : {}),
    ...(fontFamily ? { fontFamily } : {}),
    ...(fontSizeBase ? { fontSize: fontSizeBase } : {}),
    ...(colorTextSecondary ? { '::placeholder': { color: colorTextSecondary } } : {}),
  };
  return { base, ...(colorDanger ? { invalid: { color: colorDanger } } : {}) };
}
