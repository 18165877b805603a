import { formDraft, keepFormDraft } from '../../state/form-drafts.ts';

const FORM = 'checkout-choices';

export function keptChoice(kind: 'address' | 'card'): string {
  return formDraft(FORM)?.[kind] ?? '';
}

export function keepChoice(kind: 'address' | 'card', id: string): void {
  keepFormDraft(FORM, { ...formDraft(FORM), [kind]: id });
}

export function clearChoices(): void {
  keepFormDraft(FORM, null);
}
