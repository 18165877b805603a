import { setTimeout as sleep } from 'node:timers/promises';
import { type CardInput, fillCart, pay, signIn, type TestCustomer } from '#test/support/customer.ts';
import { prepareDemoCard } from './demo-card.ts';
import type { RunningServer } from './server.ts';

export type DeliveredCard = { cardInput: CardInput; secret: string; path: string; giver: TestCustomer };

export async function giveCard(
  server: RunningServer,
  { to, message, text }: { to: string; message: string; text: string },
): Promise<DeliveredCard> {
  const customer = await signIn(server.send, server.phone, '+61412345678');
  const cardInput = await prepareDemoCard(server.send, customer, {
    scheduledAt: '2026-11-02 12:00:00',
    zone: 'Australia/Sydney',
    to,
  });
  await fillCart(server.send, customer, [{ ...cardInput, message, text }]);
  const paid = await pay(server.send, customer, 'pm_card_visa:visa:4242');
  if (paid.status !== 200) throw new Error(`The card was not paid: ${JSON.stringify(paid.body)}`);
  for (let tries = 0; tries < 150; tries += 1) {
    const received = await server.phone(to);
    const secret = received.map(({ text }) => /\/card\/([\w-]+)/.exec(text)?.[1]).find(Boolean);
    if (secret && received.length >= 2) return { cardInput, secret, path: `/card/${secret}`, giver: customer };
    await sleep(100);
  }
  throw new Error('The gift card did not arrive.');
}
