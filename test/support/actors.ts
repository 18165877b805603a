import type { Actor } from '#server/platform/kernel/actor.ts';

/** Runs commands without --as. */
export const machine: Actor = { kind: 'machine', osUser: 'wren' };
