import type { Actor } from '#server/platform/kernel/actor.ts';

export const machine: Actor = { kind: 'machine', osUser: 'wren' };
