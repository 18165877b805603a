import { readFormDraft, saveFormDraft } from '../../state/form-drafts.ts';

const FORM = 'checkout-choices';

export function readCheckoutChoice(kind: 'address' | 'card'): string {
  return readFormDraft(FORM)?.[kind] ?? '';
}

export function saveCheckoutChoice(kind: 'address' | 'card', id: string): void {
  saveFormDraft(FORM, { ...readFormDraft(FORM), [kind]: id });
}

export function clearChoices(): void {
  saveFormDraft(FORM, null);
}
