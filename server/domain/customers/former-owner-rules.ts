import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';

/** Carriers hand a number that nobody pays for on after months; 90 days is the shortest that is usual. */
const IDLE_MS = 90 * 86_400_000;

type Marks = { unprovedSince: Date | null; recordsFrom: Date | null; cardsFrom: Date | null };
type Name = { lastname: string; lastnameChangedAt: Date | null };
type Mailbox = { email: string; unprovedEmail: string | null; emailChangedAt: Date | null };

/** Who was last seen before then proves themselves once more. */
export function idleBefore(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS);
}

/** From when on payment cards are this customer's to pay with; null: all of them. */
export function cardsFrom({ unprovedSince, recordsFrom, cardsFrom }: Marks): Date | null {
  return latestOf([unprovedSince, recordsFrom, cardsFrom]);
}

const HELD_MS = 7 * 86_400_000;

/** Until when gift cards bought before a mailbox alone moved the account stay as they are. */
export const giftsHeldUntil = (movedAt: Date): Date => new Date(movedAt.getTime() + HELD_MS);

/** The day of giftsHeldUntil() in Sydney, such as '2026-11-09'; null once it has passed. */
export function movedByMailboxUntil({ movedAt, now }: { movedAt: Date | null; now: Date }): string | null {
  const until = movedAt && giftsHeldUntil(movedAt);
  return until && now < until ? until.toLocaleDateString('en-CA', { timeZone: DEFAULT_ZONE }) : null;
}

function latestOf(marks: readonly (Date | null)[]): Date | null {
  return marks.reduce((latest, mark) => (mark && (!latest || mark > latest) ? mark : latest), null);
}

/**
 * Whether the email may be of who had the number before: nobody has given another one since. What is sent there may
 * reach that person, and proof of that mailbox is theirs.
 */
export function isFormerMailbox({
  unprovedSince,
  recordsFrom,
  emailChangedAt,
}: Omit<Marks, 'cardsFrom'> & Pick<Mailbox, 'emailChangedAt'>): boolean {
  const since = latestOf([unprovedSince, recordsFrom]);
  return since !== null && (emailChangedAt === null || emailChangedAt < since);
}

/** Whether a record of that instant is hidden, because it may be of who had the number before. */
export function isFormerRecord({ unprovedSince, recordsFrom }: Omit<Marks, 'cardsFrom'>, createdAt: Date): boolean {
  const since = latestOf([unprovedSince, recordsFrom]);
  return since !== null && createdAt < since;
}

/** Where a text about a record of that instant reaches its customer; null: nowhere, or somebody else by now. */
export function mobileFor(customer: Omit<Marks, 'cardsFrom'> & { mobile: string }, createdAt: Date): string | null {
  return isFormerRecord(customer, createdAt) || isNoMobile(customer.mobile) ? null : customer.mobile;
}

/**
 * Where a mail about the account itself reaches its owner: the address of before, while they have not proved themselves.
 * Null: no address is known to be theirs.
 */
export function mailboxFor(customer: Omit<Marks, 'cardsFrom'> & Mailbox): string | null {
  if (customer.unprovedEmail !== null) return customer.unprovedEmail || null;
  return isFormerMailbox(customer) ? null : customer.email;
}

/**
 * Last name and email as they are shown: to somebody who may be a stranger only as much as an owner knows them by. A
 * last name that they gave themselves is shown whole.
 */
export function shownContact(customer: Marks & Mailbox & Name): { lastname: string; email: string } {
  const { unprovedSince, unprovedEmail, lastname, lastnameChangedAt, email } = customer;
  const isUnproved = unprovedSince !== null;
  const isOwnName = unprovedSince === null || (lastnameChangedAt !== null && lastnameChangedAt >= unprovedSince);
  return {
    lastname: isOwnName ? lastname : maskedName(lastname),
    email: isUnproved || isFormerMailbox(customer) ? maskedEmail(unprovedEmail || email) : email,
  };
}

/** Stands in for the number of an account that has none: no country has the code 999, so nobody signs in with it. */
export function noMobile(customerId: number): string {
  return `+999${String(customerId).padStart(8, '0')}`;
}

export function isNoMobile(mobile: string): boolean {
  return mobile.startsWith('+999');
}

/** 'w•••@example.com': its owner knows it again, and nobody else learns it. */
function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return `${[...name][0] ?? ''}•••@${host}`;
}

/** 'B.' */
function maskedName(name: string): string {
  return `${[...name.trim()][0]?.toLocaleUpperCase() ?? ''}.`;
}
