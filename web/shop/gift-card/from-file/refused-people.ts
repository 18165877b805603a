import { api } from '../../calls/api.ts';
import { type FieldMessages, placeInList, toFieldMessages } from '../../errors/save-errors.ts';
import type { Person } from '../../state/gift-card-drafts.ts';
import type { PersonErrors } from '../recipient/recipients.ts';

export async function fetchRefusedPeople(recipients: Person[]): Promise<Map<number, PersonErrors>> {
  const answer = await api('POST mobiledigital/checkgiftcardrecipients', { body: { recipients } });
  return answer.status ? new Map() : groupErrorsByPlace(toFieldMessages(answer));
}

function groupErrorsByPlace(messages: FieldMessages): Map<number, PersonErrors> {
  const found = new Map<number, PersonErrors>();
  for (const [name, message] of Object.entries(messages)) {
    const place = placeInList(name);
    if (place) found.set(place.index, { ...found.get(place.index), [place.field]: message });
  }
  return found;
}
