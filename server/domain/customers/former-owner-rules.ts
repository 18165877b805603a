import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';

/** Carriers usually recycle unpaid numbers after 90 days at the earliest. */
const IDLE_MS = 90 * 86_400_000;

type Marks = { unprovedSince: Date | null; recordsFrom: Date | null; cardsFrom: Date | null };
type Name = { lastname: string; lastnameChangedAt: Date | null };
type Mailbox = { email: string; unprovedEmail: string | null; emailChangedAt: Date | null };

/** Customers last seen before the returned time must verify their account again. */
export function idleCutoff(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS);
}

/** Payment cards saved before the returned time cannot be used; null allows all. */
export function paymentCardCutoff({ unprovedSince, recordsFrom, cardsFrom }: Marks): Date | null {
  return latestDate([unprovedSince, recordsFrom, cardsFrom]);
}

const HELD_MS = 7 * 86_400_000;

/** Returns when the hold ends on gift cards bought before the number was changed by email alone. */
export const giftHoldEnd = (movedAt: Date): Date => new Date(movedAt.getTime() + HELD_MS);

/** Returns the Sydney date on which the hold ends ('2026-11-09'), or null if it has ended. */
export function giftHoldEndDay({ movedAt, now }: { movedAt: Date | null; now: Date }): string | null {
  const until = movedAt && giftHoldEnd(movedAt);
  return until && now < until ? until.toLocaleDateString('en-CA', { timeZone: DEFAULT_ZONE }) : null;
}

function latestDate(marks: readonly (Date | null)[]): Date | null {
  return marks.reduce((latest, mark) => (mark && (!latest || mark > latest) ? mark : latest), null);
}

/** Returns true if the mailbox may still be the former owner's. A code sent there would verify the former owner. */
export function isFormerMailbox({
  unprovedSince,
  recordsFrom,
  emailChangedAt,
}: Omit<Marks, 'cardsFrom'> & Pick<Mailbox, 'emailChangedAt'>): boolean {
  const since = latestDate([unprovedSince, recordsFrom]);
  return since !== null && (emailChangedAt === null || emailChangedAt < since);
}

/** Returns true if a record is hidden because it may belong to the mobile number's former owner. */
export function isFormerRecord({ unprovedSince, recordsFrom }: Omit<Marks, 'cardsFrom'>, createdAt: Date): boolean {
  const since = latestDate([unprovedSince, recordsFrom]);
  return since !== null && createdAt < since;
}

/** Returns the mobile number, or null if it is missing or may have another owner. */
export function resolveContactMobile(
  customer: Omit<Marks, 'cardsFrom'> & { mobile: string },
  createdAt: Date,
): string | null {
  return isFormerRecord(customer, createdAt) || isNoMobile(customer.mobile) ? null : customer.mobile;
}

/**
 * Returns the address for notices: the former email until its owner is verified, and null if no address is known to be
 * theirs.
 */
export function resolveContactMailbox(customer: Omit<Marks, 'cardsFrom'> & Mailbox): string | null {
  if (customer.unprovedEmail !== null) return customer.unprovedEmail || null;
  return isFormerMailbox(customer) ? null : customer.email;
}

/**
 * Returns last name and email, masked if the reader may be a stranger. A last name entered while unverified is not
 * masked.
 */
export function shownContact(customer: Marks & Mailbox & Name): { lastname: string; email: string } {
  const { unprovedSince, unprovedEmail, lastname, lastnameChangedAt, email } = customer;
  const isUnproved = unprovedSince !== null;
  const isOwnName = unprovedSince === null || (lastnameChangedAt !== null && lastnameChangedAt >= unprovedSince);
  return {
    lastname: isOwnName ? lastname : maskName(lastname),
    email: isUnproved || isFormerMailbox(customer) ? maskEmail(unprovedEmail || email) : email,
  };
}

/** Country code 999 does not exist, so this placeholder never signs in. */
export function placeholderMobile(customerId: number): string {
  return `+999${String(customerId).padStart(8, '0')}`;
}

export function isNoMobile(mobile: string): boolean {
  return mobile.startsWith('+999');
}

function maskEmail(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return `${[...name][0] ?? ''}•••@${host}`;
}

function maskName(name: string): string {
  return `${[...name.trim()][0]?.toLocaleUpperCase() ?? ''}.`;
}
