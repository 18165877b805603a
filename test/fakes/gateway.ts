import { randomUUID } from 'node:crypto';
import { isSignedWebhook, webhookHeaders } from '#server/integrations/service/webhook-signature.ts';
import type { Carried, TestCarrier } from './carrier.ts';
import { type Answered, type Received, startStandIn } from './stand-in.ts';

export const SECRET = `whsec_${Buffer.from('the secret of shop and gateway').toString('base64')}`;

/**
 * Simulates a message gateway (docs/how-to/connect-any-gateway.md). `now` returns the shop's time, which is part of
 * signatures.
 */
export async function startGateway(now: () => Date): Promise<TestCarrier & { refuse: (reasons: string[]) => void }> {
  const carried: Carried[] = [];
  const answers = new Map<string, Answered>();
  let rejections: string[] = [];
  const standIn = await startStandIn((request) => {
    if (!isSignedWebhook(SECRET, { headers: request.headers, body: request.body, now: now() })) return unsigned;
    const id = String(request.headers['webhook-id']);
    const answer = answers.get(id) ?? acceptMessage(request, { carried, rejection: rejections.shift() });
    answers.set(id, answer);
    return answer;
  });
  const hook = (body: unknown) => {
    const payload = JSON.stringify(body);
    const signed = webhookHeaders(SECRET, { id: randomUUID(), body: payload, now: now() });
    const headers = { 'content-type': 'application/json', ...signed };
    return { method: 'POST' as const, url: '/hooks/messages/gateway', headers, payload };
  };
  const timestamp = () => now().toISOString();
  return {
    standIn,
    carried: () => carried,
    refuse: (reasons) => {
      rejections = reasons;
    },
    env: (base) => ({
      MESSAGES: 'webhook',
      MESSAGE_GATEWAY_URL: `${base}/send`,
      MESSAGE_GATEWAY_SECRET: SECRET,
    }),
    report: ({ ref, providerId: id }, state) => {
      const failure = state === 'failed' ? { reason: 'absent subscriber', problem: 'unreachable' } : {};
      return hook({ type: 'message.receipt', timestamp: timestamp(), data: { ref, id, state, ...failure } });
    },
    reply: ({ from, text }) => hook({ type: 'message.reply', timestamp: timestamp(), data: { from, text } }),
  };
}

const unsigned: Answered = { status: 401, body: { error: 'The signature is wrong.' } };

function acceptMessage({ body }: Received, state: { carried: Carried[]; rejection: string | undefined }): Answered {
  const { type, data } = JSON.parse(body);
  if (type !== 'message.send') return { status: 400, body: { error: 'unknown type' } };
  if (state.rejection !== undefined)
    return { status: 200, body: { state: 'refused', reason: 'no', problem: state.rejection } };
  const providerId = `gw-${state.carried.length + 1}`;
  const { to, text, ref, sender, media_url: media } = data;
  state.carried.push({ to, from: sender ?? '', text, media, ref, providerId });
  return { status: 200, body: { state: 'sent', id: providerId } };
}
