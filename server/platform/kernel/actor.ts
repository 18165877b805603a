import type { OperatorRole } from '#contract/access/operator-roles.ts';

/**
 * Who changes something. `machine`: a command without --as, given by a user of the operating system. `operator`: one of
 * the people who run the shop; `osUser` is '' where no command was given. `key`: a seller's software.
 */
export type Actor =
  | { kind: 'machine'; osUser: string }
  | { kind: 'operator'; osUser: string; operatorId: number; name: string; roles: readonly OperatorRole[] }
  | { kind: 'seller person'; personId: number; sellerId: number }
  | { kind: 'key'; counterKeyId: number; sellerId: number }
  | { kind: 'till'; counterKeyId: number; sellerId: number }
  | { kind: 'customer'; customerId: number }
  | { kind: 'job' };

/** The shop's own scheduled work, and what a provider makes it do. */
export const JOB: Actor = { kind: 'job' };

/** The kinds of actors whose acts the audit log records. */
export const AUDITED_ACTORS = ['machine', 'operator', 'seller person', 'key'] as const;

/** The columns of the audit log that name an actor; `actingAs` is the name that they went by then. */
export type Audited = {
  actor: (typeof AUDITED_ACTORS)[number];
  osUser: string;
  actingAs: string;
  operatorId: number | null;
  counterKeyId: number | null;
};

/** Returns how the audit log names an actor; null for actors whose acts it does not record. */
export function auditedAs(actor: Actor): Audited | null {
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

/** The name an actor goes by in lists. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'machine':
      return actor.osUser;
    case 'operator':
      return actor.name;
    default:
      return auditedAs(actor)?.actingAs ?? actor.kind;
  }
}
