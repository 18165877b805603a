import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { toDollars } from '#contract/rules/money/money.ts';
import type { Sandbox } from '#server/integrations/payments/sandbox/sandbox.ts';

const typedCard = z.object({
  number: z.string().max(40),
  exp_month: z.coerce.number().int().min(0).max(99),
  exp_year: z.coerce.number().int().min(0).max(9_999),
  cvc: z.string().max(10),
});
const challenge = z.object({ client_secret: z.string().max(200), passed: z.boolean() });

export type ResolveOrder = (orderId: string) => Promise<{ id: number; incrementId: string | null } | null>;

/** Serves the sandbox's substitute for the payment provider's browser script, and its payments ledger. */
export function registerSandbox(app: FastifyInstance, parts: { sandbox: Sandbox; resolveOrder: ResolveOrder }): void {
  const { sandbox, resolveOrder } = parts;

  app.post(
    '/sandbox/payment-methods',
    { schema: { hide: true }, config: { limit: 'cards' } },
    async (request, reply) => {
      const typed = typedCard.safeParse(request.body);
      if (!typed.success)
        return reply.code(400).send({ error: { code: 'incomplete', message: 'Your card details are incomplete.' } });
      const result = await sandbox.createPaymentMethod(typed.data);
      if ('code' in result) return reply.code(402).send({ error: result });
      return { id: result.id, card: { brand: result.brand, last4: result.last4 } };
    },
  );

  app.post('/sandbox/security-codes', { schema: { hide: true } }, async (request, reply) => {
    const typed = typedCard.pick({ cvc: true }).safeParse(request.body);
    const result = sandbox.createSecurityCodeToken(typed.data?.cvc ?? '');
    return 'code' in result ? reply.code(402).send({ error: result }) : result;
  });

  app.post('/sandbox/challenge', { schema: { hide: true } }, async (request, reply) => {
    const answer = challenge.safeParse(request.body);
    if (!answer.success)
      return reply.code(400).send({ error: { code: 'invalid', message: 'Send client_secret and passed.' } });
    const { client_secret: clientSecret, passed } = answer.data;
    return { answered: await sandbox.answerChallenge({ clientSecret, passed }) };
  });

  app.get('/sandbox/payments', { schema: { hide: true } }, async (request) => {
    const { order_id: orderId = '' } = request.query as { order_id?: string };
    const order = await resolveOrder(String(orderId));
    if (!order) return [];
    const rows = await sandbox.ledger(order.id);
    return rows.map((row) => ({
      id: row.id,
      order_id: order.incrementId ?? String(order.id),
      amount: toDollars(row.amountCents),
      currency: row.currency,
      status: row.status,
      created_at: row.createdAt.toISOString(),
    }));
  });
}
