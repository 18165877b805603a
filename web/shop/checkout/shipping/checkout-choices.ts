import { formDraft, keepFormDraft } from '../../state/form-drafts.ts';

const FORM = 'checkout-choices';

/** Which saved address and card were chosen when the page was left: reloaded, to change a gift, or without a sign-in. */
export function keptChoice(kind: 'address' | 'card'): string {
  return formDraft(FORM)?.[kind] ?? '';
}

export function keepChoice(kind: 'address' | 'card', id: string): void {
  keepFormDraft(FORM, { ...formDraft(FORM), [kind]: id });
}

/** Once the order is placed: the next one begins with the defaults. */
export function clearChoices(): void {
  keepFormDraft(FORM, null);
}
