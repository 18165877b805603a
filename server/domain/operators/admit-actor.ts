import { OPERATOR_ROLES, type OperatorVerb, operatorMay } from '#contract/access/operator-roles.ts';
import type { Context } from '#server/context.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { readMobile } from '#server/platform/kernel/mobile-number.ts';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import { findOperator } from './operators-store.ts';

const LONGEST = 200;

export function readAs(argv: readonly string[]): { as: string; argv: string[] } {
  const [position] = argv.flatMap((word, index) => (word === '--as' || word.startsWith('--as=') ? [index] : []));
  if (position === undefined) return { as: '', argv: [...argv] };
  const isJoined = argv[position] !== '--as';
  const as = (isJoined ? argv[position]?.slice('--as='.length) : argv[position + 1])?.trim() ?? '';
  if (as === '' || as.length > LONGEST || as.startsWith('--'))
    throw operatorError({ code: 'words', sentence: '--as takes the mobile number of an operator.' });
  return { as, argv: argv.toSpliced(position, isJoined ? 1 : 2) };
}

export async function admitActor(
  { database, log }: Pick<Context, 'database' | 'log'>,
  { by: osUser, as }: { by: string; as: string },
): Promise<Actor> {
  if (as === '') return { kind: 'machine', osUser };
  const mobile = readMobile(as);
  const operator = mobile === null ? null : await findOperator(database.orm, mobile);
  if (!operator || operator.disabledAt) {
    logSecurity(log, 'operator.refused', { operatorId: operator?.id ?? null, osUser });
    const sentence = `${as} is ${operator ? 'disabled' : 'not an operator'}. To list the operators, run: npm run operator -- --list`;
    throw operatorError({ code: 'no-operator', sentence });
  }
  const { id: operatorId, name, roles } = operator;
  logSecurity(log, 'operator.accepted', { operatorId, osUser });
  return { kind: 'operator', osUser, operatorId, name: name || `operator ${operatorId}`, roles };
}

/** Throws if none of the actor's roles allows the verb. The machine may do everything. */
export function checkVerb(actor: Actor, verb: OperatorVerb): void {
  if (actor.kind !== 'operator' || operatorMay(actor.roles, verb)) return;
  const having = OPERATOR_ROLES.filter((role) => operatorMay([role], verb));
  throw operatorError({
    code: 'no-verb',
    sentence: `${actor.name} may not do this: it needs the permission ${verb}, which the role ${having.join(' or ')} has.`,
  });
}
