import { createTransport } from 'nodemailer';
import type { Mail, MailHanded, OutgoingMail } from '#server/platform/ports/mail.ts';
import { providerError } from '#server/platform/ports/service.ts';
import type { Guard } from '../service/resilience-policy.ts';

export type SmtpOptions = {
  guard: Guard;
  /** 'smtp://user:password@host:587' */
  url: string;
  from: string;
  /** Right side of the Message-ID */
  hostname: string;
  /** How long a step of the talk may take, in milliseconds; below the guard's limit, so that connections end */
  timeoutMs: number;
  /** False only for a server on this machine: the password and the receipts travel openly. */
  encrypted: boolean;
};

/** Receipts over SMTP (nodemailer), one connection a mail. */
export function createSmtp({ guard, url, from, hostname, timeoutMs, encrypted }: SmtpOptions): Mail {
  const { protocol, port, username, password, hostname: host } = new URL(url);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: encrypted && !secure,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Nothing in a mail is read from a file or fetched from an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const hand = async ({ ref, to, subject, text, html }: OutgoingMail): Promise<MailHanded> => {
    try {
      const messageId = `<${ref}@${hostname}>`;
      // An object, not a text: a comma in an address must not make two recipients of it.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html, messageId });
      return { state: 'sent' };
    } catch (error) {
      return refusedBy(error);
    }
  };
  return { name: 'smtp', send: (mail) => guard.call({ repeatable: false, run: () => hand(mail) }) };
}

/**
 * 5xx about the recipient or the content is final; 4xx ('try later', greylisting) and a wrong password are not caused
 * by this mail.
 */
function refusedBy(error: unknown): MailHanded {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  const aboutTheMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (aboutTheMail && (responseCode === undefined || responseCode >= 500)) {
    return { state: 'refused', reason: responseCode === undefined ? 'no valid address' : `SMTP ${responseCode}` };
  }
  if (typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500) {
    throw providerError({
      service: 'mail',
      kind: 'rate_limited',
      mayHaveBeenApplied: false,
      cause: `SMTP ${responseCode}`,
    });
  }
  if (code === 'ETIMEDOUT')
    throw providerError({ service: 'mail', kind: 'timeout', mayHaveBeenApplied: command === 'DATA' });
  if (code === 'EPROTOCOL')
    throw providerError({ service: 'mail', kind: 'invalid_response', mayHaveBeenApplied: false });
  // Only what was cut off after the content began may have arrived.
  throw providerError({ service: 'mail', kind: 'network', mayHaveBeenApplied: command === 'DATA', cause: code });
}
