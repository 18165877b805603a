import { tidyMobile, toE164 } from '#contract/rules/customer/mobile.ts';
import type { Person } from '../../state/gift-card-drafts.ts';

/** Of the Contact Picker API, which few browsers have (Chrome on Android) and TypeScript does not know. */
type Contact = { name?: string[]; tel?: string[] };
type ContactsManager = { select(parts: ('name' | 'tel')[], options: { multiple: boolean }): Promise<Contact[]> };
type PickPeople = (options: { multiple: boolean }) => Promise<Person[]>;

/**
 * Asks the phone's own contacts for people; null where the browser cannot. The phone shows its list, the shop sees who
 * is picked.
 */
export function contactPicker(): PickPeople | null {
  const { contacts } = (globalThis.navigator ?? {}) as { contacts?: ContactsManager };
  if (typeof contacts?.select !== 'function') return null;
  return async ({ multiple }) => (await contacts.select(['name', 'tel'], { multiple })).map(personOf);
}

/**
 * The first word is the first name, the rest the last name; of several numbers the first that is an Australian mobile.
 */
export function personOf({ name = [], tel = [] }: Contact): Person {
  const [first = '', ...rest] = (name[0] ?? '').trim().split(/\s+/);
  const numbers = tel.map(tidyMobile);
  const mobile = numbers.find((number) => toE164(number)?.startsWith('+614')) ?? numbers[0] ?? '';
  return { recipient_firstname: first, recipient_lastname: rest.join(' '), recipient_mobile: mobile };
}
