import type { Appearance } from '@stripe/stripe-js';

/** Stripe refuses less than this; the real amount is charged by the server. */
const SMALLEST_CENTS = 50;

/** Integer cents of AUD, as Stripe's elements want them. */
export function stripeAmount(cents: number): { amount: number; currency: 'aud' } {
  return { amount: Math.max(cents, SMALLEST_CENTS), currency: 'aud' };
}

/** Stripe draws in its own frame: it is told our colours as they are at the moment. */
export function stripeAppearance(): Appearance {
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
