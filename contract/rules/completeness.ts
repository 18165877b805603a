/** What a gift card needs before it can be bought (VA-57..VA-63). */
export type CardParts = {
  recipient_firstname?: string | undefined;
  recipient_lastname?: string | undefined;
  recipient_mobile?: string | undefined;
  recipient_message?: string | undefined;
  scheduled_delivery?: string | undefined;
  mms_template_id?: string | undefined;
};

const there = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';

/** The messages of what is missing, in the order the specification lists them; empty when the card is complete. */
export function missingParts(card: CardParts): string[] {
  const missing: string[] = [];
  if (!there(card.recipient_firstname) || !there(card.recipient_lastname)) {
    missing.push("Please enter recipient's name");
  }
  if (!there(card.recipient_mobile)) missing.push("Please enter recipient's mobile");
  if (!there(card.mms_template_id)) missing.push('Please select a template');
  if (!there(card.recipient_message)) missing.push("Please enter recipient's message");
  if (!there(card.scheduled_delivery)) missing.push('Please select scheduled delivery date');
  return missing;
}

export function isComplete(card: CardParts): boolean {
  return missingParts(card).length === 0;
}

/** CK-09: incomplete cards first, each group in its own order. */
export function incompleteFirst<Card extends CardParts>(cards: readonly Card[]): Card[] {
  return [...cards.filter((card) => !isComplete(card)), ...cards.filter(isComplete)];
}
