export type CardParts = {
  recipient_firstname?: string | undefined;
  recipient_lastname?: string | undefined;
  recipient_mobile?: string | undefined;
  recipient_message?: string | undefined;
  scheduled_delivery?: string | undefined;
  mms_template_id?: string | undefined;
};

const hasText = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';

export type MissingPart =
  | 'recipient_name_missing'
  | 'recipient_mobile_missing'
  | 'template_missing'
  | 'recipient_message_missing'
  | 'schedule_missing';

export function listMissingParts(card: CardParts): MissingPart[] {
  const missing: MissingPart[] = [];
  if (!hasText(card.recipient_firstname) || !hasText(card.recipient_lastname)) {
    missing.push('recipient_name_missing');
  }
  if (!hasText(card.recipient_mobile)) missing.push('recipient_mobile_missing');
  if (!hasText(card.mms_template_id)) missing.push('template_missing');
  if (!hasText(card.recipient_message)) missing.push('recipient_message_missing');
  if (!hasText(card.scheduled_delivery)) missing.push('schedule_missing');
  return missing;
}

export function isComplete(card: CardParts): boolean {
  return listMissingParts(card).length === 0;
}

export function sortIncompleteFirst<Card extends CardParts>(cards: readonly Card[]): Card[] {
  return [...cards.filter((card) => !isComplete(card)), ...cards.filter(isComplete)];
}
