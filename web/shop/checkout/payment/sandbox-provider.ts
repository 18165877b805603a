import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { REQUEST_TIMEOUT_MS } from '#contract/rules/limits.ts';

/**
 * Like a provider's script, these calls bypass the shop's API client: they carry no bearer token, and no card number
 * reaches the shop.
 */
export type TypedCard = { number: string; exp_month: number; exp_year: number; cvc: string };
export type CardField = 'number' | 'expiry' | 'cvc';
export type Refused = { error: string; field: CardField | null };

const noAnswerMessage = () => t`The card could not be checked. Check your connection and try again.`;

const messages: Record<string, MessageDescriptor> = {
  incomplete: msg`Your card details are incomplete.`,
  incomplete_number: msg`Your card number is incomplete.`,
  invalid_number: msg`Your card number is invalid.`,
};

export function createSandboxMethod(card: TypedCard): Promise<{ id: string } | Refused> {
  return postForId('/sandbox/payment-methods', card);
}

export function createSandboxCode(cvc: string): Promise<{ id: string } | Refused> {
  return postForId('/sandbox/security-codes', { cvc });
}

async function postForId(url: string, typed: TypedCard | Pick<TypedCard, 'cvc'>): Promise<{ id: string } | Refused> {
  const answer = await post(url, typed);
  const id = toText(answer?.id);
  if (id) return { id };
  const error = toRecord(answer?.error);
  const code = toText(error?.code);
  const message = Object.hasOwn(messages, code) ? messages[code] : undefined;
  return { error: message ? i18n._(message) : toText(error?.message) || noAnswerMessage(), field: toCardField(code) };
}

export async function answerSandboxBank(answer: { client_secret: string; passed: boolean }): Promise<boolean> {
  return (await post('/sandbox/challenge', answer)) !== null;
}

export function toCardField(code: string): CardField | null {
  if (code.endsWith('_number') || code === 'test_mode_live_card') return 'number';
  if (code.includes('_expiry')) return 'expiry';
  return code.endsWith('_cvc') ? 'cvc' : null;
}

async function post(url: string, body: unknown): Promise<Record<string, unknown> | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return toRecord(await answer.json());
  } catch {
    return null;
  }
}

function toRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
