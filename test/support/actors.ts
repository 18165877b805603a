import type { Actor } from '#server/platform/kernel/actor.ts';

/** A command that a user of the system gives without --as. */
export const machine: Actor = { kind: 'machine', osUser: 'wren' };
