import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { twilioSignature } from '#server/integrations/messages/twilio/twilio-signature.ts';
import type { Carried, TestCarrier } from './carrier.ts';
import { type Answered, type Received, startStandIn } from './stand-in.ts';

export const ACCOUNT = `AC${'0a'.repeat(16)}`;
const TOKEN = 'the auth token of the tests';
const FROM = '+61491570110';
const SHOP = 'http://shop.test';
const PATH = `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`;

/** Twilio's API description, reduced to messages and stored outside the repository. */
const DESCRIPTION = join(import.meta.dirname, '../../../shared/reference/twilio-trimmed.json');
export const hasDescription = existsSync(DESCRIPTION);

type Check = (form: URLSearchParams) => string | null;

/** Each check returns violations of Twilio's API description, or null. Without the description, both check nothing. */
export const againstDescription: { request: Check; callback: Check } = hasDescription
  ? compileChecks()
  : { request: () => null, callback: () => null };

function compileChecks(): { request: Check; callback: Check } {
  const description = JSON.parse(readFileSync(DESCRIPTION, 'utf8'));
  const ajv = new Ajv({
    strict: false,
    coerceTypes: true,
    allErrors: true,
    validateSchema: false,
    validateFormats: false,
  });
  ajv.addSchema(description, 'twilio');
  const template = '/2010-04-01/Accounts/{AccountSid}/Messages.json';
  const { schema } = description.paths[template].post.requestBody.content['application/x-www-form-urlencoded'];
  const pointer = `twilio#/paths/${template.replaceAll('~', '~0').replaceAll('/', '~1')}/post/requestBody/content/application~1x-www-form-urlencoded/schema`;
  const check = (reference: string, properties: Record<string, { type?: string }>): Check => {
    const validate = ajv.compile({ $ref: encodeURI(reference) });
    return (form) => {
      const unknown = [...form.keys()].filter((name) => !(name in properties));
      if (unknown.length > 0) return `unknown: ${unknown.join(', ')}`;
      const fields = [...new Set(form.keys())].map((name) => {
        const isArray = properties[name]?.type === 'array';
        return [name, isArray ? form.getAll(name) : form.get(name)];
      });
      return validate(Object.fromEntries(fields)) ? null : ajv.errorsText(validate.errors);
    };
  };
  const callback = description.components.schemas.status_callback_form;
  return {
    request: check(pointer, schema.properties),
    callback: check('twilio#/components/schemas/status_callback_form', callback.properties),
  };
}

/** Simulates Twilio. `refuse` sets error codes for the next messages. */
export async function startTwilio(): Promise<TestCarrier & { refuse: (codes: number[]) => void }> {
  const carried: Carried[] = [];
  let rejections: number[] = [];
  const standIn = await startStandIn((request) => answer(request, { carried, rejection: rejections.shift() }));
  const signed = (url: string, fields: Record<string, string>) => {
    const params = new URLSearchParams(fields);
    const signature = twilioSignature(TOKEN, { url: `${SHOP}${url}`, params });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
    return { method: 'POST' as const, url, headers, payload: params.toString() };
  };
  return {
    standIn,
    carried: () => carried,
    refuse: (codes) => {
      rejections = codes;
    },
    env: (base) => ({
      MESSAGES: 'twilio',
      TWILIO_ACCOUNT_SID: ACCOUNT,
      TWILIO_AUTH_TOKEN: TOKEN,
      TWILIO_FROM: FROM,
      TWILIO_API_BASE: base,
    }),
    report: (message, state) =>
      signed(`/hooks/messages/twilio/receipts?ref=${message.ref}`, {
        ...callbackFields(message),
        MessageStatus: state === 'failed' ? 'undelivered' : state,
        SmsStatus: state === 'failed' ? 'undelivered' : state,
        ...(state === 'failed' ? { ErrorCode: '30006' } : {}),
      }),
    reply: ({ from, text }) =>
      signed('/hooks/messages/twilio/replies', { From: from, To: FROM, Body: text, MessageSid: `SM${'1'.repeat(32)}` }),
  };
}

const callbackFields = ({ providerId, to, from }: Carried) => ({
  MessageSid: providerId,
  SmsSid: providerId,
  AccountSid: ACCOUNT,
  From: from,
  To: to,
  ApiVersion: '2010-04-01',
});

function answer(
  { path, method, headers, body }: Received,
  state: { carried: Carried[]; rejection: number | undefined },
): Answered {
  const basic = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`;
  if (headers.authorization !== basic) return errorAnswer(401, 20003);
  if (path !== PATH || method !== 'POST') return errorAnswer(404, 20404);
  const form = new URLSearchParams(body);
  const wrong = againstDescription.request(form);
  if (wrong) return errorAnswer(400, 21604);
  if (state.rejection !== undefined) return errorAnswer(400, state.rejection);
  const media = form.get('MediaUrl');
  const providerId = `${media ? 'MM' : 'SM'}${state.carried.length.toString(16).padStart(32, '0')}`;
  const ref = new URL(form.get('StatusCallback') ?? '').searchParams.get('ref') ?? '';
  const message = {
    to: form.get('To') ?? '',
    from: form.get('From') ?? '',
    text: form.get('Body') ?? '',
    media,
    ref,
    providerId,
  };
  state.carried.push(message);
  return { status: 201, body: messageResource(message) };
}

const messageResource = ({ to, from, text, media, providerId }: Carried) => ({
  account_sid: ACCOUNT,
  api_version: '2010-04-01',
  body: text,
  date_created: 'Thu, 24 Aug 2023 05:01:45 +0000',
  date_sent: null,
  direction: 'outbound-api',
  error_code: null,
  error_message: null,
  from,
  num_media: media ? '1' : '0',
  num_segments: '1',
  price: null,
  sid: providerId,
  status: 'queued',
  to,
});

const errorAnswer = (status: number, code: number): Answered => ({
  status,
  body: { code, message: 'Refused for +61491570156.', more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});
