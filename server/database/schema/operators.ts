import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { OPERATOR_ROLES } from '../../kernel/operator-roles.ts';
import { bigId, id, instant, isOneOf, oneOf } from './columns.ts';

/** Who runs this installation. Rows stay: what an operator did keeps its name. */
export const operators = pgTable(
  'operators',
  {
    id: id(),
    /** E.164 */
    mobile: text('mobile').notNull().unique(),
    name: text('name').notNull(),
    role: oneOf('role', OPERATOR_ROLES).notNull(),
    createdAt: instant('created_at').notNull(),
    /** Since when they may do nothing any more. */
    disabledAt: instant('disabled_at'),
  },
  (t) => [isOneOf('operators_role', t.role, OPERATOR_ROLES)],
);

/** One row an hour: whoever wrote it checks the books. Both are null while that goes on, and when its process died. */
export const bookChecks = pgTable(
  'book_checks',
  {
    hour: instant('hour').primaryKey(),
    finishedAt: instant('finished_at'),
    differences: integer('differences'),
    /** Payments and refunds were not compared. */
    providerUnanswered: boolean('provider_unanswered').notNull().default(false),
  },
  (t) => [
    check(
      'book_checks_finished',
      sql`(${t.finishedAt} is null) = (${t.differences} is null) and ${t.differences} >= 0`,
    ),
  ],
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
