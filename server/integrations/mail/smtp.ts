import { createTransport } from 'nodemailer';
import type { Mail, MailHanded, OutgoingMail } from '#server/platform/ports/mail.ts';
import { providerError } from '#server/platform/ports/service.ts';
import type { Guard } from '../service/resilience-policy.ts';

export type SmtpOptions = {
  guard: Guard;
  url: string;
  from: string;
  hostname: string;
  /** Timeout of one SMTP step, shorter than the guard's timeout so that connections close. */
  timeoutMs: number;
  /** False only for a mail server on the same machine, because passwords and receipts then travel unencrypted. */
  encrypted: boolean;
};

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
    // A mail must not read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const hand = async ({ ref, to, subject, text, html }: OutgoingMail): Promise<MailHanded> => {
    try {
      const messageId = `<${ref}@${hostname}>`;
      // Pass the address as an object, because a comma in a string would make two recipients.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html, messageId });
      return { state: 'sent' };
    } catch (error) {
      return handleSmtpError(error);
    }
  };
  return { name: 'smtp', send: (mail) => guard.call({ repeatable: false, run: () => hand(mail) }) };
}

/** A 5xx response to the recipient or the content is final; a 4xx or a wrong password is not. */
function handleSmtpError(error: unknown): MailHanded {
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
  // A mail may have been sent only if the connection broke during DATA.
  throw providerError({ service: 'mail', kind: 'network', mayHaveBeenApplied: command === 'DATA', cause: code });
}
