import { parseArgs } from 'node:util';
import { OPERATOR_ROLES, type OperatorRole } from '#contract/access/operator-roles.ts';
import {
  listOperators,
  type Operator,
  type OperatorInput,
  type SavedOperator,
  saveOperator,
} from '#server/domain/operators/save-operator.ts';
import { readMobile } from '#server/platform/kernel/mobile-number.ts';
import { readActions } from './installation/list-actions.ts';
import { type Command, openActingParts } from './shared/command.ts';

const USAGE = `Use: npm run operator -- --mobile 0412345678 [--name TEXT] [--role ROLE[,ROLE]] [--disable | --enable], or --list
  actions [--since 2026-11-26] [--order NUMBER | --about 'customer 7'] [--most 50]
  roles: ${OPERATOR_ROLES.join(', ')} (docs/how-to/operators.md)`;
const LONGEST_NAME = 80;

export const operatorCommand: Command = {
  usage: USAGE,
  words: {
    '': { needs: 'people.manage', leaves: 'operator.saved' },
    '--list': { needs: 'people.manage' },
    actions: { needs: 'audit.read' },
  },
  read(argv) {
    if (argv[0] === 'actions') return readActions(argv.slice(1));
    const input = readOperator(argv);
    return async (shop, output) => {
      const parts = await openActingParts(shop);
      if (input === 'list') {
        const all = await listOperators(parts);
        for (const line of all.map(formatOperator)) output.say(line);
        if (all.length === 0) output.say('No operators.');
      } else output.say(formatSavedOperator(await saveOperator(parts, input)));
      return 0;
    };
  },
};

function readOperator(args: string[]): OperatorInput | 'list' {
  const options = {
    mobile: { type: 'string' },
    name: { type: 'string' },
    role: { type: 'string' },
    disable: { type: 'boolean' },
    enable: { type: 'boolean' },
    list: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ options, args, strict: true });
  if (values.list) {
    if (Object.keys(values).length > 1) throw new TypeError('Use --list without other options.');
    return 'list';
  }
  const mobile = readMobile(values.mobile ?? '');
  if (!mobile) throw new TypeError('--mobile takes a mobile number such as 0412345678.');
  if (values.disable && values.enable) throw new TypeError('Use --disable or --enable, not both.');
  return {
    mobile,
    ...(values.name === undefined ? {} : { name: parseName(values.name) }),
    ...(values.role === undefined ? {} : { roles: parseRoles(values.role) }),
    ...(values.disable || values.enable ? { disabled: values.disable === true } : {}),
  };
}

function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > LONGEST_NAME)
    throw new TypeError(`--name takes a name of 1 to ${LONGEST_NAME} characters.`);
  return name;
}

/** Sorts and deduplicates the roles, so that equal sets are stored alike. */
function parseRoles(text: string): OperatorRole[] {
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !OPERATOR_ROLES.some((role) => role === word));
  if (unknown !== undefined) {
    throw new TypeError(
      `--role takes one or more of ${OPERATOR_ROLES.join(', ')}, separated by commas, not "${unknown}".`,
    );
  }
  return OPERATOR_ROLES.filter((role) => words.includes(role));
}

const formatRoles = (roles: readonly OperatorRole[]): string => roles.join(',');

function formatSavedOperator({ operator, before }: SavedOperator): string {
  if (before === null) return `${formatOperator(operator)}: created.`;
  const changes = [
    formatRoles(operator.roles) === formatRoles(before.roles) ? '' : `was ${formatRoles(before.roles)}`,
    operator.name === before.name ? '' : before.name === '' ? 'had no name' : `was named ${before.name}`,
    (operator.disabledAt === null) === (before.disabledAt === null)
      ? ''
      : `was ${before.disabledAt === null ? 'enabled' : 'disabled'}`,
  ].filter(Boolean);
  return `${formatOperator(operator)}: ${changes.length > 0 ? `changed (${changes.join(', ')}).` : 'already exists, nothing changed.'}`;
}

function formatOperator({ mobile, roles, name, disabledAt }: Operator): string {
  return [mobile, formatRoles(roles), name, disabledAt === null ? '' : 'disabled'].filter(Boolean).join(', ');
}
