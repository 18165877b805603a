import { mayChange, type Session } from '#server/domain/customers/sessions/sessions.ts';
import type { DetailsRow } from '../queries.ts';

type Written = Pick<DetailsRow, 'recipientFirstname' | 'recipientLastname' | 'recipientMobile' | 'writtenBy'>;

export function shownRecipient(details: Written, unverified: Session | null) {
  const { recipientFirstname: firstname, recipientLastname: lastname, recipientMobile: mobile } = details;
  if (mayChange(unverified, details)) return { firstname, lastname, mobile, isMasked: false };
  return { firstname: initial(firstname), lastname: initial(lastname), mobile: lastDigits(mobile), isMasked: true };
}

function initial(name: string): string {
  const [first] = name.trim();
  return first === undefined ? '' : `${first.toLocaleUpperCase()}.`;
}

const lastDigits = (mobile: string): string => (mobile === '' ? '' : `•••${mobile.slice(-3)}`);
