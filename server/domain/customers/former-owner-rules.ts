import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';

/** Carriers usually recycle unpaid numbers after 90 days at the earliest. */
const IDLE_MS = 90 * 86_400_000;

type Marks = { unprovedSince: Date | null; recordsFrom: Date | null; cardsFrom: Date | null };
type Name = { lastname: string; lastnameChangedAt: Date | null };
type Mailbox = { email: string; unprovedEmail: string | null; emailChangedAt: Date | null };

/** Customers last seen earlier must verify again. */
export function idleBefore(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS);
}

/** Payment cards saved earlier cannot be used; null allows all. */
export function cardsFrom({ unprovedSince, recordsFrom, cardsFrom }: Marks): Date | null {
  return latestOf([unprovedSince, recordsFrom, cardsFrom]);
}

const HELD_MS = 7 * 86_400_000;

/** Until this time, gift cards bought before a move by email alone are held. */
export const giftsHeldUntil = (movedAt: Date): Date => new Date(movedAt.getTime() + HELD_MS);

/** Returns the Sydney date when the hold ends ('2026-11-09'), or null if past. */
export function movedByMailboxUntil({ movedAt, now }: { movedAt: Date | null; now: Date }): string | null {
  const until = movedAt && giftsHeldUntil(movedAt);
  return until && now < until ? until.toLocaleDateString('en-CA', { timeZone: DEFAULT_ZONE }) : null;
}

function latestOf(marks: readonly (Date | null)[]): Date | null {
  return marks.reduce((latest, mark) => (mark && (!latest || mark > latest) ? mark : latest), null);
}

/** Mail may still reach the number's former owner, and a code sent there verifies them. */
export function isFormerMailbox({
  unprovedSince,
  recordsFrom,
  emailChangedAt,
}: Omit<Marks, 'cardsFrom'> & Pick<Mailbox, 'emailChangedAt'>): boolean {
  const since = latestOf([unprovedSince, recordsFrom]);
  return since !== null && (emailChangedAt === null || emailChangedAt < since);
}

/** Returns whether a hidden record may belong to the number's former owner. */
export function isFormerRecord({ unprovedSince, recordsFrom }: Omit<Marks, 'cardsFrom'>, createdAt: Date): boolean {
  const since = latestOf([unprovedSince, recordsFrom]);
  return since !== null && createdAt < since;
}

/** Returns null if the number is missing or may have another owner. */
export function mobileFor(customer: Omit<Marks, 'cardsFrom'> & { mobile: string }, createdAt: Date): string | null {
  return isFormerRecord(customer, createdAt) || isNoMobile(customer.mobile) ? null : customer.mobile;
}

/** Returns the former address until its owner is verified; null if no address is known to be theirs. */
export function mailboxFor(customer: Omit<Marks, 'cardsFrom'> & Mailbox): string | null {
  if (customer.unprovedEmail !== null) return customer.unprovedEmail || null;
  return isFormerMailbox(customer) ? null : customer.email;
}

/** Masks last name and email for a possible stranger, except a last name entered while unverified. */
export function shownContact(customer: Marks & Mailbox & Name): { lastname: string; email: string } {
  const { unprovedSince, unprovedEmail, lastname, lastnameChangedAt, email } = customer;
  const isUnproved = unprovedSince !== null;
  const isOwnName = unprovedSince === null || (lastnameChangedAt !== null && lastnameChangedAt >= unprovedSince);
  return {
    lastname: isOwnName ? lastname : maskedName(lastname),
    email: isUnproved || isFormerMailbox(customer) ? maskedEmail(unprovedEmail || email) : email,
  };
}

/** Country code 999 does not exist, so this placeholder never signs in. */
export function noMobile(customerId: number): string {
  return `+999${String(customerId).padStart(8, '0')}`;
}

export function isNoMobile(mobile: string): boolean {
  return mobile.startsWith('+999');
}

function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return `${[...name][0] ?? ''}•••@${host}`;
}

function maskedName(name: string): string {
  return `${[...name.trim()][0]?.toLocaleUpperCase() ?? ''}.`;
}
