import { parseArgs } from 'node:util';
import { checkKeys, type JudgedKey, removeKey, SIGNING } from '#server/domain/gift-cards/keys/check-keys.ts';
import { type Resealed, resealCards, type TriedKey, tryCards } from '#server/domain/gift-cards/keys/reseal-cards.ts';
import { recordBothEnds } from '#server/domain/operators/record-action.ts';
import { createCardKey, formatCardKeys } from '#server/platform/kernel/keys/card-keys.ts';
import { cardKeysFile, writeCardKeys } from '#server/platform/kernel/keys/key-files.ts';
import {
  type Command,
  type CommandContext,
  checkShop,
  isWord,
  type Output,
  openActingParts,
} from '../shared/command.ts';

const USAGE = `Use: npm run keys --
  check
  rotate
  reseal
  remove ID [--lost]
  (docs/how-to/rotate-keys.md)`;

const WORDS = {
  check: { needs: 'installation.keep' },
  rotate: { needs: 'installation.keep', leaves: 'sealing_key.rotated' },
  reseal: { needs: 'installation.keep', leaves: 'cards.resealed' },
  remove: { needs: 'installation.keep', leaves: 'sealing_key.removed' },
} as const satisfies Command['words'];

const subcommands: Record<keyof typeof WORDS, (args: string[]) => ReturnType<Command['read']>> = {
  check: (args) => rejectArguments(args, check),
  rotate: (args) => rejectArguments(args, rotate),
  reseal: (args) => rejectArguments(args, reseal),
  remove: readRemove,
};

export const keysCommand: Command = {
  usage: USAGE,
  words: WORDS,
  read([subject = '', ...rest]) {
    const read = isWord(WORDS, subject) ? subcommands[subject] : undefined;
    if (!read) throw new TypeError(subject === '' ? 'Choose a command.' : `There is no "keys ${subject}".`);
    return read(rest);
  },
};

type Work = ReturnType<Command['read']>;

function rejectArguments(args: string[], work: Work): Work {
  parseArgs({ args, options: {} });
  return work;
}

async function rotate(shop: CommandContext, output: Output): Promise<number> {
  checkShop(shop);
  const { settings } = shop;
  const cards = await shop.cardKeys();
  const key = createCardKey();
  if (settings.CARD_KEYS) {
    output.say(`The new key, which is not stored anywhere: ${formatCardKeys([key])}`);
    for (const line of TO_SET) output.say(line);
  } else {
    const act = { action: 'sealing_key.rotated', subject: `key ${key.id}`, result: () => ({}) } as const;
    await recordBothEnds(await openActingParts(shop), act, () => writeCardKeys(settings.DATA_DIR, [key, ...cards]));
    output.say(`The new key "${key.id}" is now the first in ${cardKeysFile(settings.DATA_DIR)}. Back up that file.`);
    output.say('Restart the shop, then run npm run keys -- reseal to re-encrypt every gift card with the new key.');
  }
  return 0;
}

const TO_SET = [
  'One server: set CARD_KEYS to the new key, a comma and the current value of CARD_KEYS, then restart the shop.',
  'Several servers: add the new key at the end of CARD_KEYS and restart each server. Then move it to the front and restart each again.',
  'Back up the key in another place than the database. Then run npm run keys -- reseal to re-encrypt every gift card with it.',
];

async function reseal(shop: CommandContext, output: Output): Promise<number> {
  checkShop(shop);
  const context = await shop.context();
  const { id } = context.secrets.cardKeys[0];
  // Checks the running shop's keys, because it may have started before the newest key was added.
  const runningKeys = await shop.keys();
  if (runningKeys.cards[0].id !== id) {
    output.complain(`The running shop still uses "${id}" as its first key. Restart it, then reseal.`);
    return 1;
  }
  const act = { action: 'cards.resealed', subject: `key ${id}`, result: resealedFacts } as const;
  const { cards, unopened } = await recordBothEnds({ ...context, actor: shop.actor }, act, () =>
    resealCards(context, createProgressOptions(output, 'sealing')),
  );
  if (cards > 0) context.log.info({ keyId: id, cards }, 'gift_card.sealed_anew');
  output.say(`${formatCardCount(cards)} re-encrypted with the key "${id}".`);
  for (const key of (await checkKeys(context.database, runningKeys)).keys) {
    if (key.id !== SIGNING && key.id !== id && key.state === 'right')
      output.say(`The key "${key.id}" is ${key.isNeeded ? 'still needed' : 'no longer needed by any gift card'}.`);
  }
  if (unopened.length > 0) output.complain(`Left unchanged: ${formatUnopened(unopened)}.`);
  return unopened.length > 0 ? 1 : 0;
}

const resealedFacts = ({ cards, unopened }: Resealed) => ({ cards, unopened: unopened.length });

async function check(shop: CommandContext, output: Output): Promise<number> {
  checkShop(shop);
  const database = await shop.database();
  const { keys, errors, secrets } = await checkKeys(database, await shop.keys());
  const tried = await tryCards(database, secrets, createProgressOptions(output, 'opening'));
  const { id: first } = secrets.cardKeys[0];
  for (const key of keys) {
    const role = key.id === first ? ' (encrypts new gift cards)' : '';
    output.say(
      `${key.id}${role}: ${STATES[key.state]}${key.id === SIGNING ? '' : formatTriedCards(tried.get(key.id))}.`,
    );
  }
  for (const error of errors) output.complain(error);
  // `errors` names the missing keys, except those removed with --lost.
  const broken = keys.some(({ id, state }) => state === 'right' && (tried.get(id)?.unopened.length ?? 0) > 0);
  return errors.length > 0 || broken ? 1 : 0;
}

const STATES = {
  right: 'correct',
  new: 'new, no server has started with it yet',
  wrong: 'differs from the secret that this database knows',
  missing: 'missing',
  lost: 'given up as lost',
} satisfies Record<JudgedKey['state'], string>;

function formatTriedCards(tried: TriedKey | undefined): string {
  if (!tried) return ', no gift card needs it';
  const { cards, unopened } = tried;
  return `, ${formatCardCount(cards)}, ${unopened.length === 0 ? 'all can be opened' : formatUnopened(unopened)}`;
}

const MAX_NAMED = 5;

function formatUnopened(unopened: readonly string[]): string {
  const named = unopened.slice(0, MAX_NAMED).join(', ') + (unopened.length > MAX_NAMED ? ', ...' : '');
  return `${unopened.length} cannot be opened (${named})`;
}

const formatCardCount = (cards: number): string => `${cards} gift card${cards === 1 ? '' : 's'}`;

function createProgressOptions({ signal, progress }: Output, phase: string): Parameters<typeof resealCards>[1] {
  return { signal, onProgress: (cards, total) => progress({ phase, done: cards, total, rows: cards }) };
}

function readRemove(args: string[]): Work {
  const { values, positionals } = parseArgs({ args, options: { lost: { type: 'boolean' } }, allowPositionals: true });
  const [id = '', ...extraWords] = positionals;
  if (id === '' || extraWords.length > 0) throw new TypeError('remove takes the id of one key.');
  return async (shop, output) => {
    checkShop(shop);
    const removing = { givenKeys: await shop.keys(), id, lost: values.lost === true };
    const result = await removeKey(await openActingParts(shop), removing);
    const isDone = result === 'removed' || result === 'given up';
    (isDone ? output.say : output.complain)(`${id}: ${REMOVED[result]}`);
    return isDone ? 0 : 1;
  };
}

const REMOVED = {
  removed: 'removed.',
  'given up': 'given up as lost. Its gift cards can never be opened again, and the shop starts without the key.',
  unknown: 'this database has no such key.',
  'in use': 'this shop still has the key. Remove it from the settings first.',
  needed: 'gift cards are encrypted with this key. Add --lost to give them up: they can never be opened again.',
} satisfies Record<Awaited<ReturnType<typeof removeKey>>, string>;
