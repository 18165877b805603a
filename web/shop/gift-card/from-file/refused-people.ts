import { api } from '../../calls/api.ts';
import { type FieldMessages, messagesOf, placeInList } from '../../errors/save-errors.ts';
import type { Person } from '../../state/gift-card-drafts.ts';
import type { PersonErrors } from '../recipient/recipients.ts';

export async function refusedPeople(recipients: Person[]): Promise<Map<number, PersonErrors>> {
  const answer = await api('POST mobiledigital/checkgiftcardrecipients', { body: { recipients } });
  return answer.status ? new Map() : errorsByPlace(messagesOf(answer));
}

function errorsByPlace(messages: FieldMessages): Map<number, PersonErrors> {
  const found = new Map<number, PersonErrors>();
  for (const [name, message] of Object.entries(messages)) {
    const place = placeInList(name);
    if (place) found.set(place.at, { ...found.get(place.at), [place.field]: message });
  }
  return found;
}
