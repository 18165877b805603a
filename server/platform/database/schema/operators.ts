import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { OPERATOR_ROLES, type OperatorRole } from '#contract/access/operator-roles.ts';
import { AUDITED_ACTORS } from '#server/platform/kernel/actor.ts';
import { counterKeys } from './calls.ts';
import { areSomeOf, bigId, bigRef, id, instant, isOneOf, textEnum } from './columns.ts';

/** Operators are never deleted, because actions refer to them. */
export const operators = pgTable(
  'operators',
  {
    id: id(),
    mobile: text('mobile').notNull().unique(),
    name: text('name').notNull(),
    roles: text('roles').array().$type<OperatorRole[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    disabledAt: instant('disabled_at'),
  },
  (t) => [areSomeOf('operators_roles', t.roles, OPERATOR_ROLES)],
);

/** Append-only log, written in the same transaction as the action (docs/how-to/operators.md). */
export const operatorActions = pgTable(
  'operator_actions',
  {
    id: bigId(),
    at: instant('at').notNull(),
    actor: textEnum('actor', AUDITED_ACTORS).notNull(),
    osUser: text('os_user').notNull(),
    actingAs: text('acting_as').notNull().default(''),
    operatorId: integer('operator_id').references(() => operators.id),
    counterKeyId: bigRef('counter_key_id').references(() => counterKeys.id),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    before: jsonb('before').$type<Readonly<Record<string, unknown>>>(),
    after: jsonb('after').$type<Readonly<Record<string, unknown>>>(),
    reason: text('reason').notNull().default(''),
  },
  (t) => [
    index('operator_actions_at').on(t.at),
    index('operator_actions_subject').on(t.subject),
    index('operator_actions_operator').on(t.operatorId),
    index('operator_actions_counter_key').on(t.counterKeyId),
    isOneOf('operator_actions_actor', t.actor, AUDITED_ACTORS),
    check('operator_actions_operator_named', sql`(${t.actor} = 'operator') = (${t.operatorId} is not null)`),
    check('operator_actions_key_named', sql`(${t.actor} = 'key') = (${t.counterKeyId} is not null)`),
  ],
);

export const bookChecks = pgTable(
  'book_checks',
  {
    hour: instant('hour').primaryKey(),
    finishedAt: instant('finished_at').notNull(),
    differences: integer('differences').notNull(),
    /** True if payments and refunds were not compared, because the payment provider did not respond. */
    providerUnanswered: boolean('provider_unanswered').notNull().default(false),
  },
  (t) => [check('book_checks_differences', sql`${t.differences} >= 0`)],
);

export const alarms = pgTable(
  'alarms',
  {
    id: bigId(),
    name: text('name').notNull(),
    sentence: text('sentence').notNull(),
    openedAt: instant('opened_at').notNull(),
    saidAt: instant('said_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [uniqueIndex('alarms_open').on(t.name).where(sql`ended_at is null`)],
);

export const bookDifferences = pgTable(
  'book_differences',
  {
    id: bigId(),
    /** The date in Sydney, such as '2026-11-02'. */
    day: text('day').notNull(),
    subject: text('subject').notNull(),
    sentence: text('sentence').notNull(),
    foundAt: instant('found_at').notNull(),
  },
  (t) => [unique('book_differences_once_a_day').on(t.day, t.subject), index('book_differences_found').on(t.foundAt)],
);
