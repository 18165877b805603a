import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { sessionOf } from '../sign-in/sessions.ts';

/** Who sent an authenticated call. */
export type SignedIn = { memberId: number; tokenHash: string };

/** The member behind the bearer token, asked of the database each time, so that a revoked token is dead at once. */
export async function memberOfRequest(context: Context, request: FastifyRequest): Promise<SignedIn | null> {
  const token = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1];
  return token ? sessionOf(context, token) : null;
}
