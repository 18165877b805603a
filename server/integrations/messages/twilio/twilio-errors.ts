import type { MessageProblem } from '#contract/gift-cards.ts';

const PROBLEM_BY_CODE: Record<number, MessageProblem> = {
  21211: 'number',
  21217: 'number',
  21401: 'number',
  21614: 'number',
  30005: 'number',
  30006: 'number',
  21610: 'opted_out',
  21408: 'no_route',
  21612: 'no_route',
  30003: 'unreachable',
  30036: 'unreachable',
  30004: 'blocked',
  30007: 'blocked',
};

const WORDS: Record<number, string> = {
  21211: 'the number is not valid',
  21408: 'the account may not send to that country',
  21610: 'the recipient has replied STOP',
  21612: 'no route from this sender to that number',
  21614: 'the number is not a mobile',
  11751: 'the picture is too large',
  30003: 'the phone is unreachable',
  30004: 'the message was blocked',
  30005: 'the number is unknown',
  30006: 'the number is a landline or unreachable',
  30007: 'a network filtered the message',
};

export function twilioProblem(code: number | null): MessageProblem {
  return (code === null ? undefined : PROBLEM_BY_CODE[code]) ?? 'carrier';
}

export function twilioReason(code: number | null): string {
  if (code === null) return 'Twilio gave no code';
  const words = WORDS[code];
  return words ? `Twilio ${code}: ${words}` : `Twilio ${code}`;
}
