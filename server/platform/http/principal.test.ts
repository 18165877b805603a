import { describe, expect, it } from 'vitest';
import type { Access } from '#contract/access/access.ts';
import {
  OPERATOR_ROLES,
  type OperatorRole,
  type OperatorVerb,
  operatorVerbs,
} from '#contract/access/operator-roles.ts';
import { SELLER_ROLES, type SellerRole, type SellerVerb, sellerVerbs } from '#contract/access/seller-roles.ts';
import { calls } from '#contract/calls.ts';
import type { KeyScope } from '#contract/sellers/scopes.ts';
import { isAppError } from '#server/platform/kernel/errors.ts';
import { accessError, type Principal } from './principal.ts';

const nobody: Principal = { kind: 'nobody' };
const createdAt = new Date('2026-11-02T01:00:00Z');
const session = { customerId: 1, tokenHash: '', link: null, browser: null, passkeySince: null, createdAt };
const customer: Principal = { kind: 'customer', session };
const key = (...scopes: KeyScope[]): Principal => ({
  kind: 'key',
  counter: { keyId: 1, sellerId: 1, kind: 'api', scopes },
});
const till: Principal = { kind: 'till', counter: { keyId: 2, sellerId: 1, kind: 'till', scopes: ['check', 'spend'] } };
const operator = (roles: readonly OperatorRole[], hasRecentProof = true): Principal => ({
  kind: 'operator',
  operatorId: 1,
  roles,
  hasRecentProof,
});
const person = (role: SellerRole): Principal => ({ kind: 'seller person', personId: 1, sellerId: 1, role });
const everyKind = [nobody, customer, till, key('check'), operator(['owner']), person('owner')];

function getErrorCode(principal: Principal, access: Access): string | null {
  const error = accessError(principal, access);
  return isAppError(error) ? error.code : null;
}

const listAdmittedKinds = (access: Access) =>
  everyKind.filter((principal) => getErrorCode(principal, access) !== 'not_authorised').map(({ kind }) => kind);

describe('accessError', () => {
  it.each([
    ['public', everyKind.map(({ kind }) => kind)],
    ['customer', ['customer']],
    [{ till: 'any' }, ['till', 'key']],
    [{ till: 'spend' }, ['till', 'key']],
    [{ operator: 'orders.decide' }, ['operator']],
    [{ seller: 'money.read' }, ['key', 'seller person']],
  ] as const)('returns not_authorised to all principals except those that %j admits', (access, kinds) => {
    expect(listAdmittedKinds(access)).toEqual(kinds);
  });

  it("requires the call's scope from keys and tills, except for listing redemptions", () => {
    expect(getErrorCode(key('check'), { till: 'spend' })).toBe('role_forbidden');
    expect(getErrorCode(till, { till: 'reverse' })).toBe('role_forbidden');
    expect(getErrorCode(key('money:read'), { till: 'any' })).toBeNull();
    expect(getErrorCode(key('spend'), { till: 'spend' })).toBeNull();
  });

  it.each(Object.keys(operatorVerbs) as OperatorVerb[])('admits only operators with a role that allows %s', (verb) => {
    const admitted = OPERATOR_ROLES.filter((role) => getErrorCode(operator([role]), { operator: verb }) === null);
    expect(admitted).toEqual(
      OPERATOR_ROLES.filter((role) => (operatorVerbs[verb] as readonly string[]).includes(role)),
    );
    expect(getErrorCode(operator([]), { operator: verb })).toBe('role_forbidden');
  });

  it('grants an operator the rights of all their roles', () => {
    expect(getErrorCode(operator(['catalogue', 'finance']), { operator: 'cards.correct' })).toBeNull();
  });

  it('requires a recent code for step-up calls, but checks the verb first', () => {
    const access = { operator: 'refunds.large', stepUp: true } as const;
    expect(getErrorCode(operator(['risk'], false), access)).toBe('recent_code_required');
    expect(getErrorCode(operator(['risk']), access)).toBeNull();
    expect(getErrorCode(operator(['support'], false), access)).toBe('role_forbidden');
  });

  it.each(Object.keys(sellerVerbs) as SellerVerb[])(
    "admits sellers' people to %s only if their role allows it",
    (verb) => {
      const admitted = SELLER_ROLES.filter((role) => getErrorCode(person(role), { seller: verb }) === null);
      expect(admitted).toEqual(
        SELLER_ROLES.filter((role) => (sellerVerbs[verb].roles as readonly string[]).includes(role)),
      );
    },
  );

  it("admits sellers' keys by scope, and never a till", () => {
    expect(getErrorCode(key('money:read'), { seller: 'money.read' })).toBeNull();
    expect(getErrorCode(key('spend'), { seller: 'money.read' })).toBe('role_forbidden');
    expect(getErrorCode(till, { seller: 'money.read' })).toBe('not_authorised');
  });
});

describe('operator verbs', () => {
  const may = (role: OperatorRole) =>
    Object.entries(operatorVerbs).flatMap(([verb, roles]) =>
      (roles as readonly string[]).includes(role) ? [verb] : [],
    );

  it('allows auditors only verbs that read or export', () => {
    expect(may('auditor').filter((verb) => !/\.read$|^find$|^exports$/.test(verb))).toEqual([]);
  });

  it('allows owners every verb except those that require two other people', () => {
    const missing = Object.keys(operatorVerbs).filter((verb) => !may('owner').includes(verb));
    expect(missing).toEqual(['cards.correct', 'customers.number']);
  });
});

const GUARDED_GETS = new Set<string>([
  'GET mobiledigital/deletegiftcarddetailsbycartid',
  'GET mobiledigital/printcard',
]);

it('requires every customer call that writes to declare what personal links may do (byLink)', () => {
  const writes = Object.entries(calls).filter(
    ([name, { access }]) => access === 'customer' && (!name.startsWith('GET ') || GUARDED_GETS.has(name)),
  );
  expect(writes.filter(([, call]) => !('byLink' in call)).map(([name]) => name)).toEqual([]);
});
