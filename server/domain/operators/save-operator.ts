import type { OperatorRole } from '#contract/access/operator-roles.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { insertOperator, listAllOperators, lockOperator, type OperatorRow, updateOperator } from './operators-store.ts';
import { type Acting, recordAction } from './record-action.ts';

export type Operator = OperatorRow;
const DEFAULT_ROLES: readonly OperatorRole[] = ['risk', 'support'];

/** `mobile` is in E.164. Omitted fields stay unchanged. */
export type OperatorInput = { mobile: string; name?: string; roles?: readonly OperatorRole[]; disabled?: boolean };
export type SavedOperator = { operator: Operator; before: Operator | null };

/** Creates or updates an operator. Concurrent calls are safe. */
export function saveOperator(
  parts: Acting & Pick<Context, 'database'>,
  { mobile, name, roles, disabled }: OperatorInput,
): Promise<SavedOperator> {
  const now = parts.clock.now();
  return parts.database.transaction(async (tx) => {
    const disabledAt = disabled ? now : null;
    const fresh = { mobile, name: name ?? '', roles: [...(roles ?? DEFAULT_ROLES)], createdAt: now, disabledAt };
    const isNew = await insertOperator(tx, fresh);
    const before = await lockOperator(tx, mobile);
    if (!before) throw new Error('The operator to save does not exist.');
    if (isNew) {
      await record(parts, tx, { before: null, after: before });
      return { operator: before, before: null };
    }
    const set = {
      name: name ?? before.name,
      roles: roles ? [...roles] : before.roles,
      disabledAt: disabled === undefined ? before.disabledAt : disabled ? (before.disabledAt ?? now) : null,
    };
    await updateOperator(tx, before.id, set);
    const operator = { ...before, ...set };
    await record(parts, tx, { before, after: operator });
    return { operator, before };
  });
}

async function record(
  parts: Acting,
  tx: Transaction,
  { before, after }: { before: Operator | null; after: Operator },
): Promise<void> {
  const describeOperator = ({ name, roles, disabledAt }: Operator) => ({ name, roles, disabled: disabledAt !== null });
  const subject = `operator ${after.id}`;
  await recordAction(parts, tx, {
    action: 'operator.saved',
    subject,
    before: before && describeOperator(before),
    after: describeOperator(after),
  });
}

export function listOperators({ database }: Pick<Context, 'database'>): Promise<Operator[]> {
  return listAllOperators(database.orm);
}
