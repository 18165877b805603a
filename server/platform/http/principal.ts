import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access } from '#contract/access/access.ts';
import { type OperatorRole, operatorMay } from '#contract/access/operator-roles.ts';
import { keyMay, type SellerRole, sellerMay } from '#contract/access/seller-roles.ts';
import type { KeyScope } from '#contract/sellers/scopes.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import { bindCounterToRequest, bindCustomerToRequest } from './security-log.ts';

/**
 * `link`: the personal link that opened the session. `browser`: hash of the device cookie. `passkeySince`: when the
 * session's passkey was added.
 */
export type SignedIn = {
  customerId: number;
  tokenHash: string;
  link: string | null;
  browser: string | null;
  passkeySince: Date | null;
  createdAt: Date;
};

export type Counter = { keyId: number; sellerId: number; kind: 'api' | 'till'; scopes: readonly KeyScope[] };

export type Principal =
  | { kind: 'nobody' }
  | { kind: 'customer'; session: SignedIn }
  | { kind: 'till' | 'key'; counter: Counter }
  | { kind: 'operator'; operatorId: number; roles: readonly OperatorRole[]; hasRecentProof: boolean }
  | { kind: 'seller person'; personId: number; sellerId: number; role: SellerRole }
  | { kind: 'provider'; service: 'messages' | 'payments' };

export type FindPrincipal = {
  customer: (token: string) => Promise<SignedIn | null>;
  counter: (token: string) => Promise<Counter | null>;
  operator: (request: FastifyRequest) => Promise<Principal>;
  sellerPerson: (request: FastifyRequest) => Promise<Principal>;
};

declare module 'fastify' {
  interface FastifyInstance {
    findPrincipal: FindPrincipal;
  }
}

const NOBODY: Principal = { kind: 'nobody' };

/** Operators and seller people cannot sign in yet. */
export const nobodyIsFound: FindPrincipal = {
  customer: async () => null,
  counter: async () => null,
  operator: async () => NOBODY,
  sellerPerson: async () => NOBODY,
};

export async function resolvePrincipal(
  app: FastifyInstance,
  request: FastifyRequest,
  access: Access,
): Promise<Principal> {
  if (access === 'public' || access === 'customer') {
    const session = await findCustomerSession(app, request);
    return session ? { kind: 'customer', session } : NOBODY;
  }
  if ('operator' in access) return app.findPrincipal.operator(request);
  const counter = await authenticateCounter(app, request);
  if (counter) return { kind: counter.kind === 'till' ? 'till' : 'key', counter };
  return 'seller' in access ? app.findPrincipal.sellerPerson(request) : NOBODY;
}

export const toProviderPrincipal = (service: 'messages' | 'payments', isGenuine: boolean): Principal =>
  isGenuine ? { kind: 'provider', service } : NOBODY;

/**
 * Returns null if `access` admits the principal, otherwise the error `not_authorised`, `recent_code_required` or, with
 * the missing right, `role_forbidden`.
 */
export function accessError(principal: Principal, access: Access): Result<null> {
  if (access === 'public') return null;
  if (access === 'customer') return principal.kind === 'customer' ? null : notAuthorisedError();
  if ('till' in access) {
    if (!('counter' in principal)) return notAuthorisedError();
    const { till: scope } = access;
    return scope === 'any' || principal.counter.scopes.includes(scope) ? null : appError('role_forbidden', [scope]);
  }
  if ('operator' in access) {
    const { operator: verb, stepUp = false } = access;
    if (principal.kind !== 'operator') return notAuthorisedError();
    if (!operatorMay(principal.roles, verb)) return appError('role_forbidden', [verb]);
    return stepUp && !principal.hasRecentProof ? appError('recent_code_required') : null;
  }
  const { seller: verb } = access;
  if (principal.kind === 'seller person')
    return sellerMay(principal.role, verb) ? null : appError('role_forbidden', [verb]);
  if (principal.kind !== 'key') return notAuthorisedError();
  return keyMay(principal.counter.scopes, verb) ? null : appError('role_forbidden', [verb]);
}

export const notAuthorisedError = () => appError('not_authorised', { resources: 'self' });

export function toCounterActor({ kind, keyId, sellerId }: Counter): Actor {
  return { kind: kind === 'till' ? 'till' : 'key', counterKeyId: keyId, sellerId };
}

export function bindPrincipalToRequest(request: FastifyRequest, principal: Principal): void {
  if (principal.kind === 'customer') bindCustomerToRequest(request, principal.session.customerId);
  if ('counter' in principal) bindCounterToRequest(request, principal.counter.keyId);
}

export async function findCustomerSession(app: FastifyInstance, request: FastifyRequest): Promise<SignedIn | null> {
  const token = readBearerToken(request);
  return token ? app.findPrincipal.customer(token) : null;
}

async function authenticateCounter(app: FastifyInstance, request: FastifyRequest): Promise<Counter | null> {
  const token = readBearerToken(request);
  return token ? app.findPrincipal.counter(token) : null;
}

export function readBearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
}
