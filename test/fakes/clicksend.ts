import { randomUUID } from 'node:crypto';
import type { Carried, TestCarrier } from './carrier.ts';
import { type Answered, type Received, startStandIn } from './stand-in.ts';

const USER = 'shop@example.com';
const KEY = 'the key of the tests';
const SECRET = 'a-secret-address-of-24-characters';
const FROM = '+61491570110';

/** Simulates ClickSend. `refuse` sets the statuses of the next messages; the HTTP status stays 200. */
export async function startClickSend(): Promise<TestCarrier & { refuse: (statuses: string[]) => void }> {
  const carried: Carried[] = [];
  let rejections: string[] = [];
  const standIn = await startStandIn((request) => answer(request, { carried, rejection: rejections.shift() }));
  const hook = (name: string, fields: Record<string, string>) => ({
    method: 'POST' as const,
    url: `/hooks/messages/clicksend/${SECRET}/${name}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  return {
    standIn,
    carried: () => carried,
    refuse: (statuses) => {
      rejections = statuses;
    },
    env: (base) => ({
      MESSAGES: 'clicksend',
      CLICKSEND_USERNAME: USER,
      CLICKSEND_API_KEY: KEY,
      CLICKSEND_FROM: FROM,
      CLICKSEND_HOOK_SECRET: SECRET,
      CLICKSEND_API_BASE: base,
    }),
    report: ({ providerId, ref }, state) =>
      hook('receipts', { message_id: providerId, custom_string: ref, message_type: 'sms', ...STATES[state] }),
    reply: ({ from, text }) => hook('replies', { from: from.slice(1), to: FROM, body: text, message: text }),
  };
}

const STATES = {
  sent: { status: 'Sent', status_code: '200', error_code: '' },
  delivered: { status: 'Delivered', status_code: '201', error_code: '' },
  failed: { status: 'Undelivered', status_code: '301', error_code: '69' },
};

type Sent = { to: string; from?: string; body: string; subject?: string; custom_string: string };

function answer(
  { path, headers, body }: Received,
  state: { carried: Carried[]; rejection: string | undefined },
): Answered {
  const basic = `Basic ${Buffer.from(`${USER}:${KEY}`).toString('base64')}`;
  if (headers.authorization !== basic) return envelope(401, 'UNAUTHORIZED', null);
  if (path !== '/v3/sms/send' && path !== '/v3/mms/send') return envelope(404, 'NOT_FOUND', null);
  const { messages, media_file: media = null }: { messages: Sent[]; media_file?: string | null } = JSON.parse(body);
  const [message] = messages;
  if (!message || isWrong(message, { mms: path === '/v3/mms/send', media })) return envelope(400, 'BAD_REQUEST', null);
  const facts = {
    direction: 'out',
    to: message.to,
    body: message.body,
    custom_string: message.custom_string,
    country: 'AU',
  };
  if (state.rejection !== undefined) {
    const refused = { ...facts, message_id: '', status: state.rejection };
    return envelope(200, 'SUCCESS', { total_count: 1, queued_count: 0, messages: [refused] });
  }
  const providerId = randomUUID().toUpperCase();
  state.carried.push({
    to: message.to,
    from: message.from ?? '',
    text: message.body,
    media,
    ref: message.custom_string,
    providerId,
  });
  const acceptedMessage = { ...facts, message_id: providerId, message_price: '0.0770', status: 'SUCCESS' };
  return envelope(200, 'SUCCESS', { total_price: 0.077, total_count: 1, queued_count: 1, messages: [acceptedMessage] });
}

function isWrong(message: Sent, { mms, media }: { mms: boolean; media: string | null }): boolean {
  if (!/^\+\d{8,15}$/.test(message.to) || !message.body) return true;
  if (!mms) return media !== null;
  return !media || !/\.(jpg|gif)$/.test(media) || !message.subject || message.subject.length > 20;
}

const envelope = (status: number, code: string, data: unknown): Answered => ({
  status,
  body: { http_code: status, response_code: code, response_msg: 'Here are the data.', data },
});
