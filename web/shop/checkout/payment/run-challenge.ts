import { t } from '@lingui/core/macro';
import type { ShopSettings } from '#contract/shop.ts';
import { promptSandboxBank } from './bank-challenge.tsx';
import { answerSandboxBank } from './sandbox-provider.ts';

export type Challenge = { clientSecret: string; amount: string };

const bankUnreachableMessage = () => t`Your bank could not be reached. Please try again.`;

/**
 * Runs 3-D Secure. Returns an error message, or null if the order call should be sent again. The provider itself
 * reports a failed authentication to the server.
 */
export async function runChallenge(
  settings: ShopSettings,
  { clientSecret, amount }: Challenge,
): Promise<string | null> {
  if (settings.payments === 'sandbox') {
    const passed = await promptSandboxBank({ amount });
    return (await answerSandboxBank({ client_secret: clientSecret, passed })) ? null : bankUnreachableMessage();
  }
  const { loadStripeOnce } = await import('./stripe-setup.ts');
  const stripe = await loadStripeOnce(settings.stripe_publishable_key);
  if (!stripe) return bankUnreachableMessage();
  const { error } = await stripe.handleNextAction({ clientSecret });
  return error ? (error.message ?? bankUnreachableMessage()) : null;
}
