import { tidyMobile, toE164 } from '#contract/rules/customer/mobile.ts';
import type { Person } from '../../state/gift-card-drafts.ts';

type Contact = { name?: string[]; tel?: string[] };
type ContactsManager = { select(parts: ('name' | 'tel')[], options: { multiple: boolean }): Promise<Contact[]> };
type PickPeople = (options: { multiple: boolean }) => Promise<Person[]>;

/** Returns null if the browser has no contact picker. The shop receives only the people picked. */
export function findContactPicker(): PickPeople | null {
  const { contacts } = (globalThis.navigator ?? {}) as { contacts?: ContactsManager };
  if (typeof contacts?.select !== 'function') return null;
  return async ({ multiple }) => (await contacts.select(['name', 'tel'], { multiple })).map(toPerson);
}

/** Prefers the contact's first Australian mobile number. */
export function toPerson({ name = [], tel = [] }: Contact): Person {
  const [first = '', ...rest] = (name[0] ?? '').trim().split(/\s+/);
  const numbers = tel.map(tidyMobile);
  const mobile = numbers.find((number) => toE164(number)?.startsWith('+614')) ?? numbers[0] ?? '';
  return { recipient_firstname: first, recipient_lastname: rest.join(' '), recipient_mobile: mobile };
}
