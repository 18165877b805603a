import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';

export type Mailbox = {
  env: Record<string, string>;
  /** Waits for a code in a new email. Each email is read only once. */
  codeFor(email: string): Promise<string>;
  close(): Promise<void>;
};

export async function openMailbox(): Promise<Mailbox> {
  let mails: { to: string; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (part) => (text += part));
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) mails.unshift({ to: address, text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const newest = (email: string) =>
    /Your code is (\d{6})/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
  return {
    env: { MAIL: 'smtp', SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Shop <shop@handsel.example>' },
    async codeFor(email) {
      await expect.poll(() => newest(email), { timeout: 15_000 }).not.toBe('');
      const code = newest(email);
      mails = mails.filter(({ to }) => to !== email);
      return code;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
