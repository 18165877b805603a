import { useEffect } from 'react';
import { useSession } from '../../state/session.ts';
import { keepTyped, typedBefore } from '../../state/typed.ts';

const FORM = 'checkout-choices';

/** Which saved address and which card were chosen when the page was left by a reload or because the sign-in ended. */
export function keptChoice(of: 'address' | 'card'): string {
  return typedBefore(FORM)?.[of] ?? '';
}

export function keepChoice(of: 'address' | 'card', id: string): void {
  keepTyped(FORM, { ...typedBefore(FORM), [of]: id });
}

/** Whoever leaves the checkout themselves begins anew next time (ST-085). */
export function useForgetChoices(): void {
  useEffect(
    () => () => {
      if (useSession.getState().is_signed_in) keepTyped(FORM, null);
    },
    [],
  );
}
