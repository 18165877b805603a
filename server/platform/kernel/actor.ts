import type { OperatorRole } from '#contract/access/operator-roles.ts';

/** `machine`: a command without --as. `operator`: `osUser` is '' outside of commands. `key`: a seller's software. */
export type Actor =
  | { kind: 'machine'; osUser: string }
  | { kind: 'operator'; osUser: string; operatorId: number; name: string; roles: readonly OperatorRole[] }
  | { kind: 'seller person'; personId: number; sellerId: number }
  | { kind: 'key'; counterKeyId: number; sellerId: number }
  | { kind: 'till'; counterKeyId: number; sellerId: number }
  | { kind: 'customer'; customerId: number }
  | { kind: 'job' };

/** The actor of jobs, and of changes that a provider triggers. */
export const JOB: Actor = { kind: 'job' };

export const AUDITED_ACTORS = ['machine', 'operator', 'seller person', 'key'] as const;

export type Audited = {
  actor: (typeof AUDITED_ACTORS)[number];
  osUser: string;
  actingAs: string;
  operatorId: number | null;
  counterKeyId: number | null;
};

/** Returns null for unaudited actors. */
export function toAuditFields(actor: Actor): Audited | null {
  const nobody = { osUser: '', actingAs: '', operatorId: null, counterKeyId: null };
  switch (actor.kind) {
    case 'machine':
      return { ...nobody, actor: actor.kind, osUser: actor.osUser };
    case 'operator':
      return {
        ...nobody,
        actor: actor.kind,
        osUser: actor.osUser,
        actingAs: actor.name,
        operatorId: actor.operatorId,
      };
    case 'seller person':
      return { ...nobody, actor: actor.kind, actingAs: `seller person ${actor.personId}` };
    case 'key':
      return {
        ...nobody,
        actor: actor.kind,
        actingAs: `key ${actor.counterKeyId}`,
        counterKeyId: actor.counterKeyId,
      };
    default:
      return null;
  }
}

export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'machine':
      return actor.osUser;
    case 'operator':
      return actor.name;
    default:
      return toAuditFields(actor)?.actingAs ?? actor.kind;
  }
}
