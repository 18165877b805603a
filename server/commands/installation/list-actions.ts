import { parseArgs } from 'node:util';
import { readOrderNumber } from '#contract/rules/order-number.ts';
import { type ActionRow, listActions } from '#server/domain/operators/list-actions.ts';
import { orderSubject } from '#server/domain/operators/record-action.ts';
import { formatDollars } from '#server/platform/kernel/plain-texts.ts';
import { type Command, checkShop } from '../shared/command.ts';

const MAX_ACTIONS = 1_000;
const text = { type: 'string' } as const;

/** Lists the newest action last, so that it stays visible in a terminal. */
export function readActions(args: string[]): ReturnType<Command['read']> {
  const options = { since: text, order: text, about: text, most: text };
  const { since, order, about, most = '50' } = parseArgs({ args, options }).values;
  if (order !== undefined && about !== undefined) throw new TypeError('Use --order or --about, not both.');
  const number = order === undefined ? null : readOrderNumber(order);
  if (order !== undefined && number === null)
    throw new TypeError(`--order takes an order number such as 12, not "${order}".`);
  if (!/^[1-9]\d{0,3}$/.test(most) || Number(most) > MAX_ACTIONS)
    throw new TypeError(`--most takes a whole number from 1 to ${MAX_ACTIONS}, not "${most}".`);
  const query = {
    since: since === undefined ? null : parseDay(since),
    subject: number === null ? (about?.trim() ?? null) : orderSubject({ number }),
    limit: Number(most),
  };
  return async (shop, output) => {
    checkShop(shop);
    const actions = await listActions({ database: await shop.database() }, query);
    for (const action of actions) output.say(formatAction(action));
    if (actions.length === 0) output.say('No actions.');
    return 0;
  };
}

function parseDay(dayText: string): Date {
  const day = new Date(`${dayText}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dayText) || Number.isNaN(day.getTime()))
    throw new TypeError(`--since takes a day such as 2026-11-26, not "${dayText}".`);
  return day;
}

function formatAction({ at, action, subject, before, after, reason, ...by }: ActionRow): string {
  const { osUser, actingAs } = by;
  const actor = actingAs === '' ? osUser : osUser === '' ? actingAs : `${actingAs} (${osUser})`;
  const change = [before, after].filter((facts) => facts !== null).map(formatFacts);
  const description = [`${action}, ${subject}`, change.filter(Boolean).join(' -> ')].filter(Boolean).join(': ');
  return `${at.toISOString().slice(0, 16)}Z ${actor}: ${description}${reason === '' ? '' : ` (${reason})`}`;
}

function formatFacts(facts: object): string {
  return Object.entries(facts)
    .map(([name, value]) => {
      const isMoney = typeof value === 'number' && /cents$/i.test(name);
      const words = (isMoney ? name.replace(/cents$/i, '') || 'amount' : name)
        .replaceAll(/[A-Z]/g, ' $&')
        .toLowerCase();
      return `${words} ${isMoney ? formatDollars(value) : formatValue(value)}`;
    })
    .join(', ');
}

function formatValue(value: unknown): string {
  if (value === null || value === '') return 'none';
  if (Array.isArray(value)) return value.map(formatValue).join(' and ') || 'none';
  return typeof value === 'object' ? `(${formatFacts(value)})` : String(value);
}
