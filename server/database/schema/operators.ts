import { pgTable, text } from 'drizzle-orm/pg-core';
import { OPERATOR_ROLES } from '../../kernel/operator-roles.ts';
import { id, instant, isOneOf, oneOf } from './columns.ts';

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
