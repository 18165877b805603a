import type { Recipient } from '#contract/rules/gift-card/recipient.ts';
import type { FieldMessages } from '../../errors/save-errors.ts';
import { readDraft } from '../../state/gift-card-drafts.ts';
import { toSavedRecipient } from '../flow/flow-card.ts';

/** Returns the errors from the checkout for fields that have not changed since then. */
export function readRefusedFields(id: string, typed: Recipient): FieldMessages {
  const saved: Record<string, string> = toSavedRecipient(typed);
  const { refused = {} } = readDraft(id);
  const unchanged = Object.entries(refused).filter(([field, { value }]) => saved[field] === value);
  return Object.fromEntries(unchanged.map(([field, { message }]) => [field, message]));
}
