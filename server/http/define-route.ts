import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { type AnswerOf, type CallName, calls, type InputOf } from '#contract/calls.ts';
import { type ErrorCode, errorBody } from '#contract/errors.ts';
import type { KeyScope } from '#contract/sellers/scopes.ts';
import type { Context } from '../context.ts';
import { type AppError, appError, errorAnswer, isAppError, type Result } from '../kernel/errors.ts';
import { IDEMPOTENCY_HEADER, type Idempotency, idempotencyOf, storedAnswer } from './idempotency.ts';
import { readInput } from './read-input.ts';
import { nameCounter, nameCustomer } from './security-log.ts';

/** Who sent an authenticated call. */
type SignedIn = {
  customerId: number;
  tokenHash: string;
  link: string | null;
  browser: string | null;
  passkeySince: Date | null;
  createdAt: Date;
};

/** The key that a counter call was sent with. */
export type Counter = { keyId: number; sellerId: number; kind: 'api' | 'till'; scopes: readonly KeyScope[] };

declare module 'fastify' {
  interface FastifyInstance {
    /** Whose bearer token this is; null for one that is unknown, expired or revoked. Set by the composition root. */
    findSession: (token: string) => Promise<SignedIn | null>;
    /**
     * The session of a call if a personal link opened it on a device where no code was confirmed, else null. Set by the
     * composition root.
     */
    unprovedSession: (call: { customer: SignedIn; request: FastifyRequest }) => Promise<SignedIn | null>;
    /** Whose counter key this is; null for one that is unknown or revoked. Set by the composition root. */
    findCounter: (token: string) => Promise<Counter | null>;
  }
}

type Bearer<Name extends CallName> = (typeof calls)[Name]['bearer'];
type Who<Name extends CallName> = Bearer<Name> extends true ? SignedIn : SignedIn | null;

type Incoming<Name extends CallName> = InputOf<Name> & {
  customer: Who<Name>;
  /** The session again, unless it is proved: it changes nothing that was there before it. */
  unproved: SignedIn | null;
  counter: Bearer<Name> extends 'counter' ? Counter : null;
  /** Of a call that takes an Idempotency-Key, when it was sent: for idempotent(). */
  idempotency: Idempotency | null;
  address: string;
  request: FastifyRequest;
  /** For headers; what is answered is what the handler returns. */
  reply: FastifyReply;
};
export type Handler<Name extends CallName> = (incoming: Incoming<Name>) => Promise<Result<AnswerOf<Name>>>;

/** Any store code is accepted in the path. */
export const REST_PREFIX = '/rest/:store/V1/';

/** Calls that do nothing outside of idempotent(), which looks for the answer itself: they are as quick as they can be. */
const isAllIdempotent = (name: CallName): boolean =>
  calls[name].bearer === 'counter' || name === 'POST carts/mine/items';

const BODY_BYTES = 32 * 1_024;
/** A thousand recipients with names of four bytes a letter. */
const LIST_BYTES = 640 * 1_024;
const ADDRESSES_BYTES = 256 * 1_024;
/** 20,000 characters of JSON in JSON. */
const DETAILS_BYTES = 128 * 1_024;
const PASSKEY_BYTES = 64 * 1_024;
const BODY_LIMITS: { [Name in CallName]?: number } = {
  'POST mobiledigital/createAccount': ADDRESSES_BYTES,
  'PUT customers/me': ADDRESSES_BYTES,
  'POST mobiledigital/savegiftcarddetails': DETAILS_BYTES,
  'POST mobiledigital/editgiftcarddetails': DETAILS_BYTES,
  'POST mobiledigital/addpasskey': PASSKEY_BYTES,
  'POST mobiledigital/checkgiftcardrecipients': LIST_BYTES,
  'POST mobiledigital/savegiftcardrecipients': LIST_BYTES,
};

/**
 * Registers one call of the contract: bearer -> parse -> what links may do -> the stored answer of its Idempotency-Key ->
 * handler -> answer.
 * The handler gets parsed input only, whatever the content type claimed; outside production the answer is checked
 * against the contract.
 */
export function defineRoute<Name extends CallName>(
  app: FastifyInstance,
  context: Context,
  name: Name,
  handler: Handler<Name>,
): void {
  const call: Call = calls[name];
  const [method = 'GET', path = ''] = name.split(' ');
  app.route({
    method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: REST_PREFIX + path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: BODY_LIMITS[name] ?? BODY_BYTES,
    schema: describe(call, path),
    // The handler parses by itself; a validator that trusts content types was bypassed before (docs/decisions/003).
    validatorCompiler: () => () => true,
    serializerCompiler: () => (data) => JSON.stringify(data),
    // Before the body is read, for nobody tried anything.
    onRequest: async (request, reply) => {
      if (call.bearer && request.headers.authorization === undefined) return sendError(reply, notAuthorised());
    },
    handler: async (request, reply) => {
      const isCounterCall = call.bearer === 'counter';
      const customer = isCounterCall ? null : await authenticateRequest(app, request);
      const counter = isCounterCall ? await authenticateCounter(app, request) : null;
      if (customer) nameCustomer(request, customer.customerId);
      if (counter) nameCounter(request, counter.keyId);
      if (call.bearer && !customer && !counter) {
        await app.noteRefused(request, bearerOf(request) ?? null, isCounterCall ? 'counter' : 'customer');
        return sendError(reply, notAuthorised());
      }
      if (call.scope && counter && !counter.scopes.includes(call.scope))
        return sendAndLog(app, { request, reply }, appError('role_forbidden', [call.scope]));
      const input = parseInput(call, request);
      if (isAppError(input)) return sendError(reply, input);
      const idempotency = readIdempotency(call, request, {
        name,
        customerId: customer?.customerId ?? null,
        counterKeyId: counter?.keyId ?? null,
        input,
      });
      if (isAppError(idempotency)) return sendError(reply, idempotency);
      const unproved = customer && (await app.unprovedSession({ customer, request }));
      if (unproved && call.byLink === 'none') return sendAndLog(app, { request, reply }, appError('code_required'));
      const who = { customer, unproved, counter, idempotency, address: request.ip, request, reply };
      const incoming = { ...input, ...who } as unknown as Incoming<Name>;
      const stored = idempotency && !isAllIdempotent(name) && (await storedAnswer(context.database.orm, idempotency));
      const answer = stored ? storedOrError<Name>(stored) : await handler(incoming);
      if (isAppError(answer)) return sendAndLog(app, { request, reply }, answer);
      if (call.bearer) reply.header('cache-control', 'no-store');
      return reply.type('application/json; charset=utf-8').send(checked(context, { name, call, answer }));
    },
  });
}

/** The call was authenticated, and its key or session may not do what it asks for, or not from where it was sent. */
const FORBIDDEN: ReadonlySet<ErrorCode> = new Set([
  'role_forbidden',
  'code_required',
  'recent_code_required',
  'undo_elsewhere',
  'undo_over',
  'not_authorised',
]);

/** Sends an error, and logs it when it says that the key or session may not do this. */
async function sendAndLog(
  app: FastifyInstance,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  error: AppError,
): Promise<FastifyReply> {
  if (FORBIDDEN.has(error.code)) await app.noteForbidden(request, error.code);
  return sendError(reply, error);
}

const notAuthorised = () => appError('not_authorised', { resources: 'self' });

function readIdempotency(
  { idempotencyKey }: Call,
  request: FastifyRequest,
  keyed: Parameters<typeof idempotencyOf>[1],
): Result<Idempotency | null> {
  if (!idempotencyKey) return null;
  const idempotency = idempotencyOf(request, keyed);
  if (idempotency === null && idempotencyKey === 'required')
    return appError('field_required', { fieldName: IDEMPOTENCY_HEADER });
  return idempotency;
}

function storedOrError<Name extends CallName>(stored: { answer: unknown } | AppError): AnswerOf<Name> | AppError {
  return isAppError(stored) ? stored : (stored.answer as AnswerOf<Name>);
}

/** `fieldsStatus`: the status for wrong fields of a form, 200 for the shop's own calls. */
export function sendError(reply: FastifyReply, error: AppError, { fieldsStatus = 200 } = {}): FastifyReply {
  const { status, body } = errorAnswer(error);
  if (error.retryAfter !== undefined && !error.fields) reply.header('retry-after', String(error.retryAfter));
  return reply
    .code(error.fields ? fieldsStatus : status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

function checked(context: Context, { name, call, answer }: { name: string; call: Call; answer: unknown }): string {
  if (!context.settings.production) {
    const result = call.answer.safeParse(answer);
    if (!result.success) throw new Error(`Answer of ${name} breaks the contract: ${z.prettifyError(result.error)}`);
  }
  return JSON.stringify(answer);
}

function parseInput(call: Call, request: FastifyRequest): Record<string, unknown> | AppError {
  const input: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = call[part];
    if (!schema) continue;
    const read = readInput(schema, part === 'body' ? (request.body ?? {}) : request[part]);
    if (isAppError(read)) return read;
    input[part] = read.data;
  }
  return input;
}

const IDEMPOTENCY_KEY = {
  type: 'object',
  properties: {
    [IDEMPOTENCY_HEADER]: {
      type: 'string',
      maxLength: 255,
      description:
        'A new uuid for each request. Sent again with the same key within 24 hours, the request is done once and gets its first answer; ' +
        'another request with the same key is answered 422.',
    },
  },
};

function headersOf({ idempotencyKey }: Call): Record<string, unknown> {
  return idempotencyKey === 'required' ? { ...IDEMPOTENCY_KEY, required: [IDEMPOTENCY_HEADER] } : IDEMPOTENCY_KEY;
}

function describe(call: Call, path: string): Record<string, unknown> {
  return {
    summary: call.summary,
    tags: [path.split('/')[0] ?? ''],
    ...(call.bearer ? { security: [call.bearer === 'counter' ? { counterKey: [] } : { bearer: [] }] } : {}),
    ...(call.params ? { params: call.params } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.body ? { body: call.body } : {}),
    ...(call.idempotencyKey ? { headers: headersOf(call) } : {}),
    response: { 200: call.answer, '4xx': errorBody, '5xx': errorBody },
  };
}

/** The customer behind the bearer token, as long as it is not revoked (docs/decisions/043). */
export async function authenticateRequest(app: FastifyInstance, request: FastifyRequest): Promise<SignedIn | null> {
  const token = bearerOf(request);
  return token ? app.findSession(token) : null;
}

async function authenticateCounter(app: FastifyInstance, request: FastifyRequest): Promise<Counter | null> {
  const token = bearerOf(request);
  return token ? app.findCounter(token) : null;
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
}
