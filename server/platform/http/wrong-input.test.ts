import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, calls } from '#contract/calls.ts';
import { createSignedInCustomer } from '#test/support/app.ts';
import { databaseKinds } from '#test/support/database.ts';
import { callUrl, openTestShop, type TestShop } from '#test/support/shop.ts';
import examples from './api-description/call-examples.json' with { type: 'json' };

type CallOptions = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
};
const exampleCalls = Object.entries(examples) as unknown as [CallName, CallOptions][];
const withBody = exampleCalls.filter(([, { body }]) => body && Object.keys(body).length > 0);

describe.each(databaseKinds())('wrong input to every call on %s', (kind) => {
  let shop: TestShop;
  let token: string;
  let counterKey: string;
  beforeAll(async () => {
    shop = await openTestShop(kind);
    token = (await createSignedInCustomer(shop.context)).token;
    counterKey = (await shop.counter()).token;
  });
  afterAll(() => shop.close());

  const send = async (name: CallName, options: CallOptions) => {
    const { method, url } = callUrl(name, options);
    const isCounterCall = typeof calls[name].access === 'object';
    const headers = {
      authorization: `Bearer ${isCounterCall ? counterKey : token}`,
      ...(isCounterCall ? { 'idempotency-key': randomUUID() } : {}),
    };
    const { body } = options;
    const answer = await shop.app.inject({ method: method as 'GET', url, headers, ...(body ? { payload: body } : {}) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const listFieldNames = (body: {
    parameters?: { fieldName?: string };
    errors?: { parameters: { fieldName: string } }[];
  }) =>
    [body.parameters, ...(body.errors ?? []).map((error) => error.parameters)].flatMap(
      (parameters) => parameters?.fieldName ?? [],
    );

  it('answers 400 and names the field whose type is wrong', async () => {
    for (const [name, { body = {}, ...rest }] of withBody) {
      for (const field of Object.keys(body)) {
        const answer = await send(name, { ...rest, body: { ...body, [field]: [[{ wrong: true }]] } });
        expect([name, field, answer.status]).toEqual([name, field, 400]);
        expect(
          listFieldNames(answer.body).map((fieldPath) => fieldPath.split('.')[0]),
          name,
        ).toContain(field);
      }
    }
  });

  it('ignores unknown fields in a request body', async () => {
    for (const [name, { body = {}, ...rest }] of withBody) {
      const wrong = { ...body, [Object.keys(body)[0] ?? '']: [[1]] };
      const plain = await send(name, { ...rest, body: wrong });
      const padded = await send(name, { ...rest, body: { ...wrong, unasked: { deep: [1] }, constructor: 1 } });
      expect(padded).toEqual(plain);
    }
    const email = { customerEmail: 'nobody@example.com', websiteId: 1 };
    expect(await send('POST customers/isEmailAvailable', { body: { ...email, unasked: 1 } })).toEqual({
      status: 200,
      body: true,
    });
  });

  it('answers 413 to a request body over the size limit', async () => {
    for (const [name, { body, ...rest }] of withBody) {
      const { status } = await send(name, { ...rest, body: { ...body, unasked: 'x'.repeat(700_000) } });
      expect([name, status]).toEqual([name, 413]);
    }
  });
});
