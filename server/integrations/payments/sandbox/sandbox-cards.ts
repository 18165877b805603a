import type { SANDBOX_BEHAVIOURS } from '#server/platform/database/schema/schema.ts';
import type { DeclineCode } from '#server/platform/kernel/decline-codes.ts';
import type { CardFacts } from '../port.ts';

export type Behaviour = (typeof SANDBOX_BEHAVIOURS)[number];

type TestCard = { behaviour: Behaviour; brand: string; number: string };

const CARDS: readonly TestCard[] = [
  { behaviour: 'pm_card_visa', brand: 'visa', number: '4242424242424242' },
  { behaviour: 'pm_card_mastercard', brand: 'mastercard', number: '5555555555554444' },
  { behaviour: 'pm_card_amex', brand: 'amex', number: '378282246310005' },
  { behaviour: 'pm_card_au', brand: 'visa', number: '4000000360000006' },
  { behaviour: 'pm_card_avsZipFail', brand: 'visa', number: '4000000000000036' },
  { behaviour: 'pm_card_cvcCheckFail', brand: 'visa', number: '4000000000000101' },
  { behaviour: 'pm_card_chargeDeclined', brand: 'visa', number: '4000000000000002' },
  { behaviour: 'pm_card_chargeDeclinedInsufficientFunds', brand: 'visa', number: '4000000000009995' },
  { behaviour: 'pm_card_authenticationRequired', brand: 'visa', number: '4000002500003155' },
];

export function findTestCard(name: string): TestCard | null {
  return CARDS.find((card) => card.behaviour === name) ?? null;
}

type Decline = { message: string; code: DeclineCode };

const DECLINES: Partial<Record<Behaviour, Decline>> = {
  pm_card_chargeDeclined: { message: 'Your card was declined.', code: 'card_declined' },
  pm_card_chargeDeclinedInsufficientFunds: {
    message: 'Your card has insufficient funds.',
    code: 'card_without_funds',
  },
};

export function findDecline(behaviour: Behaviour): Decline | null {
  return DECLINES[behaviour] ?? null;
}

export function buildCardFacts(behaviour: Behaviour): CardFacts {
  return { country: behaviour === 'pm_card_au' ? 'AU' : 'US', failedChecks: FAILED_CHECKS[behaviour] ?? [] };
}

export function buildCardFactsWithCode(behaviour: Behaviour): CardFacts {
  const facts = buildCardFacts(behaviour);
  return facts.failedChecks.includes('security code') ? facts : { ...facts, hasRightSecurityCode: true };
}

export const isSecurityCodeToken = (text: string): boolean => /^cvctok_\w{1,190}$/.test(text);

const FAILED_CHECKS: Partial<Record<Behaviour, CardFacts['failedChecks']>> = {
  pm_card_avsZipFail: ['postcode'],
  pm_card_cvcCheckFail: ['security code'],
};

export type TypedCard = { number: string; exp_month: number; exp_year: number; cvc: string };
export type ReadCard = { ok: true; card: TestCard; last4: string } | { ok: false; code: string; message: string };

const invalidCard = (code: string, message: string) => ({ ok: false as const, code, message });

export const INCOMPLETE_CODE = invalidCard('incomplete_cvc', "Your card's security code is incomplete.");
export const isSecurityCode = (typed: string): boolean => /^\d{3,4}$/.test(typed);

export function isLuhnValid(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Checks a typed card as the provider's browser script does, with Stripe's messages. */
export function readTypedCard(typed: TypedCard, now: Date): ReadCard {
  const number = typed.number.replace(/[\s-]/g, '');
  if (!/^\d{13,19}$/.test(number)) return invalidCard('incomplete_number', 'Your card number is incomplete.');
  if (!isLuhnValid(number)) return invalidCard('invalid_number', 'Your card number is invalid.');
  if (typed.exp_month < 1 || typed.exp_month > 12) {
    return invalidCard('invalid_expiry_month', "Your card's expiration month is invalid.");
  }
  const year = typed.exp_year < 100 ? 2000 + typed.exp_year : typed.exp_year;
  const lastMonth = year * 12 + typed.exp_month - 1;
  if (lastMonth < now.getUTCFullYear() * 12 + now.getUTCMonth()) {
    return invalidCard('invalid_expiry_year_past', "Your card's expiration date is in the past.");
  }
  const card = CARDS.find((candidate) => candidate.number === number);
  if (!isSecurityCode(typed.cvc)) return INCOMPLETE_CODE;
  if (!card)
    return invalidCard('test_mode_live_card', 'This is a sandbox: use a test card such as 4242 4242 4242 4242.');
  return { ok: true, card, last4: number.slice(-4) };
}
