import { parseArgs } from 'node:util';
import { COUNTER_SCOPES, KEY_SCOPES, type KeyScope } from '#contract/sellers/scopes.ts';
import {
  type CounterKey,
  createCounterKey,
  createTill,
  listCounterKeys,
  revokeCounterKey,
} from '#server/domain/sellers/keys/counter-keys.ts';
import { type Command, checkShop, type Output, openActingParts } from './shared/command.ts';

export const SELLER_NEEDED = 'Name the seller: --seller SHOP_URL. To list all sellers, run: npm run seller -- list';
const LONGEST_NAME = 60;
const text = { type: 'string' } as const;

export function readKeyCommand(args: string[]): ReturnType<Command['read']> {
  const { scopes: scopeList, ...rest } = parseArgs({ args, options: { ...NAMED, scopes: text } }).values;
  const named = { ...checkNamed(rest), scopes: readScopes(scopeList) };
  return async (shop, output) => {
    checkShop(shop);
    const result = await createCounterKey(await openActingParts(shop), { ...named, actor: shop.actor });
    if (!result) return reportUnknownSeller(output, named.shopUrl);
    output.say(result.key);
    output.say(
      `Key ${result.counterKey.id} of ${result.seller}, for ${result.counterKey.scopes.join(', ')}. Store the key now: it is not shown again. Anyone who has it can do this with the gift cards of this seller.`,
    );
    return 0;
  };
}

/** Prints a link; the first device to open it becomes a till. */
export function readTillCommand(args: string[]): ReturnType<Command['read']> {
  const named = readNamed(args);
  return async (shop, output) => {
    checkShop(shop);
    const result = await createTill(await openActingParts(shop), { ...named, actor: shop.actor });
    if (!result) return reportUnknownSeller(output, named.shopUrl);
    output.say(`${shop.settings.publicUrl}/till#${result.code}`);
    output.say(
      `Till ${result.counterKey.id} of ${result.seller}. Open the link within 24 hours on the device that you want to use as the till.`,
    );
    return 0;
  };
}

const NAMED = { seller: text, name: text };

type Named = { seller?: string | undefined; name?: string | undefined };

const readNamed = (args: string[]) => checkNamed(parseArgs({ args, options: NAMED }).values);

function checkNamed({ seller: shopUrl, name = '' }: Named): { shopUrl: string; name: string } {
  if (!shopUrl) throw new TypeError(SELLER_NEEDED);
  if (name.trim().length > LONGEST_NAME) throw new TypeError(`--name takes at most ${LONGEST_NAME} characters.`);
  return { shopUrl, name: name.trim() };
}

function readScopes(scopeList: string | undefined): readonly KeyScope[] {
  if (scopeList === undefined) return COUNTER_SCOPES;
  const names = scopeList.split(',').map((name) => name.trim());
  const scopes = KEY_SCOPES.filter((scope) => names.includes(scope));
  if (scopes.length !== new Set(names).size)
    throw new TypeError(`--scopes takes one or more of ${KEY_SCOPES.join(', ')}, separated by commas.`);
  return scopes;
}

export function readKeysCommand(args: string[]): ReturnType<Command['read']> {
  const { seller: shopUrl } = parseArgs({ args, options: { seller: text } }).values;
  if (!shopUrl) throw new TypeError(SELLER_NEEDED);
  return async (shop, output) => {
    checkShop(shop);
    const keys = await listCounterKeys({ database: await shop.database(), clock: shop.clock }, shopUrl);
    if (!keys) return reportUnknownSeller(output, shopUrl);
    for (const line of keys.map(formatKey)) output.say(line);
    if (keys.length === 0) output.say('No keys.');
    return 0;
  };
}

export function readRevokeCommand(args: string[]): ReturnType<Command['read']> {
  const { seller: shopUrl, key = '' } = parseArgs({ args, options: { seller: text, key: text } }).values;
  if (!shopUrl) throw new TypeError(SELLER_NEEDED);
  if (!/^[1-9]\d{0,14}$/.test(key)) throw new TypeError('--key takes the number of a key from "seller keys".');
  return async (shop, output) => {
    checkShop(shop);
    const revoked = await revokeCounterKey(await openActingParts(shop), {
      shopUrl,
      id: Number(key),
      actor: shop.actor,
    });
    if (revoked === 'no seller') return reportUnknownSeller(output, shopUrl);
    if (revoked === 'no key') {
      output.complain(
        `This seller has no active key ${key}. To list the keys, run: npm run seller -- keys --seller ${shopUrl}`,
      );
      return 1;
    }
    output.say(`${formatKey(revoked)}.`);
    return 0;
  };
}

export function reportUnknownSeller(output: Output, shopUrl: string): number {
  output.complain(`The shop has no seller "${shopUrl}". To list all sellers, run: npm run seller -- list`);
  return 1;
}

function formatKey({
  id,
  name,
  kind,
  scopes,
  last4,
  waitsUntil,
  createdAt,
  lastUsedAt,
  revokedAt,
}: CounterKey): string {
  const end = waitsUntil === null ? `ends in ${last4}` : `waits for a device until ${formatMinute(waitsUntil)}`;
  const used = lastUsedAt === null ? 'never used' : `last used ${formatMinute(lastUsedAt)}`;
  const can = kind === 'till' ? kind : `${kind} for ${new Intl.ListFormat('en').format(scopes)}`;
  const parts = [name, can, end, `created ${createdAt.toISOString().slice(0, 10)}`, used];
  if (revokedAt !== null) parts.push(`revoked ${formatMinute(revokedAt)}`);
  return `${id}: ${parts.filter(Boolean).join(', ')}`;
}

function formatMinute(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
