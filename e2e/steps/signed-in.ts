import type { BrowserContext } from 'playwright-core';
import { signIn } from '#test/support/customer.ts';
import type { RunningServer } from './server.ts';

export type Session = { mobile: string; token: string };

/**
 * Signs the customer in through the API. Use each number once per server, because the next code can be sent only after
 * half a minute.
 */
export function signInCustomer(server: RunningServer, mobile = '+61412345678'): Promise<Session> {
  return signIn(server.send, server.phone, mobile);
}

export async function asCustomer(
  context: BrowserContext,
  session: Session,
  stored: { now: string; giftCards?: object },
): Promise<void> {
  const values = {
    token: session.token,
    token_ttl: String(Date.parse(stored.now) + 3_000_000),
    mobile: session.mobile,
    country_code: 'AU',
    currency_rate: JSON.stringify({ USD: 1.53 }),
    ...(stored.giftCards ? { 'gift-card-details': JSON.stringify(stored.giftCards) } : {}),
  };
  await context.addInitScript((entries) => {
    // Blank pages, such as those that axe opens, have no storage.
    if (!location.protocol.startsWith('http')) return;
    if (sessionStorage.getItem('seeded')) return;
    sessionStorage.setItem('seeded', '1');
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, values);
}
