import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { OPERATOR_ROLES, type OperatorRole } from '#contract/access/operator-roles.ts';
import { AUDITED_ACTORS } from '#server/platform/kernel/actor.ts';
import { counterKeys } from './calls.ts';
import { areSomeOf, bigId, bigRef, id, instant, isOneOf, oneOf } from './columns.ts';

/** Who runs this installation. Rows stay: what an operator did keeps its name. */
export const operators = pgTable(
  'operators',
  {
    id: id(),
    /** E.164 */
    mobile: text('mobile').notNull().unique(),
    name: text('name').notNull(),
    /** Their rights add up. */
    roles: text('roles').array().$type<OperatorRole[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Since when they may do nothing any more. */
    disabledAt: instant('disabled_at'),
  },
  (t) => [areSomeOf('operators_roles', t.roles, OPERATOR_ROLES)],
);

/** What operators did, each in the transaction that did it; append-only by a trigger (docs/how-to/operators.md). */
export const operatorActions = pgTable(
  'operator_actions',
  {
    id: bigId(),
    at: instant('at').notNull(),
    actor: oneOf('actor', AUDITED_ACTORS).notNull(),
    /** The user of the operating system who gave the command; '' where none was given. */
    osUser: text('os_user').notNull(),
    /** The name that an operator or a seller's software went by then; '' for the machine. */
    actingAs: text('acting_as').notNull().default(''),
    operatorId: integer('operator_id').references(() => operators.id),
    /** Of a seller's software */
    counterKeyId: bigRef('counter_key_id').references(() => counterKeys.id),
    /** The event: 'order.refunded'. */
    action: text('action').notNull(),
    /** 'order 000000012', 'seller wren-and-robin', 'customer 7'. */
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

/** What a check of the books found, one row an hour. */
export const bookChecks = pgTable(
  'book_checks',
  {
    hour: instant('hour').primaryKey(),
    finishedAt: instant('finished_at').notNull(),
    differences: integer('differences').notNull(),
    /** Payments and refunds were not compared. */
    providerUnanswered: boolean('provider_unanswered').notNull().default(false),
  },
  (t) => [check('book_checks_differences', sql`${t.differences} >= 0`)],
);

/** What is wrong with the shop and lasts, a row each time it begins; at most one of a name goes on. */
export const alarms = pgTable(
  'alarms',
  {
    id: bigId(),
    /** One of the names in server/platform/monitoring/alarms/alarm-rules.ts. */
    name: text('name').notNull(),
    /** What is wrong, as it was seen last. */
    sentence: text('sentence').notNull(),
    openedAt: instant('opened_at').notNull(),
    /** When the operator had a message of it last. */
    saidAt: instant('said_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [uniqueIndex('alarms_open').on(t.name).where(sql`ended_at is null`)],
);

/** What did not add up, once a day. */
export const bookDifferences = pgTable(
  'book_differences',
  {
    id: bigId(),
    /** In Sydney: '2026-11-02'. */
    day: text('day').notNull(),
    /** What differs, the same every time: 'balance of gc_...'. */
    subject: text('subject').notNull(),
    /** How it differs, for the operator. */
    sentence: text('sentence').notNull(),
    foundAt: instant('found_at').notNull(),
  },
  (t) => [unique('book_differences_once_a_day').on(t.day, t.subject), index('book_differences_found').on(t.foundAt)],
);
