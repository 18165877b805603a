import type { Logger } from 'pino';

/** Event names must never change (docs/reference/log-events.md). */
export const SECURITY_EVENTS = {
  'sign_in.done': 'info',
  'sign_in.code_wrong': 'warn',
  'sign_in.code_expired': 'warn',
  'sign_in.code_limit': 'warn',
  'sign_in.refused': 'warn',
  'passkey.added': 'info',
  'passkey.removed': 'info',
  'session.ended': 'info',
  'token.refused': 'warn',
  'counter_key.refused': 'warn',
  'pass.refused': 'warn',
  'certificate.refused': 'warn',
  'till.enrolled': 'info',
  'till.refused': 'warn',
  'call.forbidden': 'warn',
  'request.unreadable': 'warn',
  'carrier_hook.refused': 'warn',
  'call_limit.reached': 'warn',
  'human_check.failed': 'warn',
  'operator.accepted': 'info',
  'operator.refused': 'warn',
  'customer.exported': 'warn',
  'customer.erased': 'warn',
  'customer.suspended': 'warn',
  'customer.resumed': 'warn',
} as const satisfies Record<string, 'info' | 'warn'>;
export type SecurityEvent = keyof typeof SECURITY_EVENTS;

type Log = Pick<Logger, 'info' | 'warn'>;
/** The facts of an event must not contain phone numbers, names, codes or tokens. */
type Facts = { customerId?: number | undefined } & Readonly<
  Record<string, string | number | boolean | null | undefined>
>;

export function logSecurity(log: Log, event: SecurityEvent, facts: Facts = {}): void {
  log[SECURITY_EVENTS[event]]({ ...facts, security: true }, event);
}
