import { useEffect } from 'react';
import { useSession } from '../../session/session.ts';
import { formDraft, keepFormDraft } from '../../state/form-drafts.ts';

const FORM = 'checkout-choices';

/** Which saved address and which card were chosen when the page was left by a reload or because the sign-in ended. */
export function keptChoice(kind: 'address' | 'card'): string {
  return formDraft(FORM)?.[kind] ?? '';
}

export function keepChoice(kind: 'address' | 'card', id: string): void {
  keepFormDraft(FORM, { ...formDraft(FORM), [kind]: id });
}

/** The choices are cleared when the customer leaves the checkout while signed in. */
export function useClearChoices(): void {
  useEffect(
    () => () => {
      if (useSession.getState().is_signed_in) keepFormDraft(FORM, null);
    },
    [],
  );
}
