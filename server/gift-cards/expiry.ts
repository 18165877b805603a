/**
 * When a card expires: `months` after it is supplied or delivered, whichever is later, at the end of that day in Sydney.
 * Never under three years from supply (ACL s 99B): `months` below 36 is refused.
 */
export function cardExpiry(facts: { suppliedAt: Date; deliveredAt: Date; months: number }): Date {
  if (facts.months < 36) throw new RangeError('A gift card must be valid for at least 36 months.');
  const later = Math.max(facts.suppliedAt.getTime(), facts.deliveredAt.getTime());
  const local = Temporal.Instant.fromEpochMilliseconds(later).toZonedDateTimeISO('Australia/Sydney');
  const lastDay = local.toPlainDate().add({ months: facts.months });
  const end = lastDay.add({ days: 1 }).toZonedDateTime('Australia/Sydney').subtract({ seconds: 1 });
  return new Date(end.epochMilliseconds);
}

/** '21 November 2029', the day as it is counted in Sydney. */
export function expiryText(expiresAt: Date): string {
  return expiresAt.toLocaleDateString('en-AU', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Australia/Sydney',
  });
}
