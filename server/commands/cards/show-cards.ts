import { parseArgs } from 'node:util';
import {
  findCards,
  listCardMovements,
  type NamedCards,
  type OperatedCard,
  readNamedCards,
} from '#server/domain/gift-cards/operated/operated-cards.ts';
import { listMessages } from '#server/platform/messaging/list-messages.ts';
import { type Command, type CommandContext, checkShop, isWord, type Output } from '../shared/command.ts';
import { formatCard, formatCardTable, formatMessageTable, formatMovementTable } from './card-texts.ts';
import { type Correcting, correctCard, readCorrection } from './correct-card.ts';

const USAGE = `Use: npm run cards --
  show CARD
  correct CARD --mobile 0412345678 [--note TEXT] [--yes]
  CARD: the id (gc_..., or the one in the log), the printed code, or the recipient's mobile
  (docs/how-to/find-orders-and-gift-cards.md)`;

const WORDS = {
  show: { needs: 'cards.read' },
  correct: { needs: 'cards.deliver', leaves: 'card.number_corrected' },
} as const satisfies Command['words'];

const text = { type: 'string' } as const;
const OPTIONS = { mobile: text, note: text, yes: { type: 'boolean' } } as const;

export const cardsCommand: Command = {
  usage: USAGE,
  words: WORDS,
  read(argv) {
    const [word = '', ...args] = argv;
    if (!isWord(WORDS, word)) throw new TypeError(word ? `There is no "cards ${word}".` : 'Choose a command.');
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    if (word === 'show' && Object.keys(values).length > 0)
      throw new TypeError('Use --mobile, --note and --yes only with correct.');
    // Joins the arguments, because pasted codes and numbers may contain spaces.
    const named = readNamedCards(positionals.join(' '));
    // Do not echo a mistyped code: it is nearly a valid one.
    if (named === null)
      throw new TypeError(`${word} takes a gift card id (gc_...), a complete code or a mobile number.`);
    const correcting = word === 'correct' ? readCorrection(values) : null;
    return async (shop, output) => {
      checkShop(shop);
      return correcting ? correctNamed(shop, { named, correcting, output }) : showCards(shop, named, output);
    };
  },
};

async function findNamed(shop: CommandContext, named: NamedCards): ReturnType<typeof findCards> {
  const secrets = async () => (await shop.context()).secrets;
  return findCards({ database: await shop.database(), secrets }, named);
}

async function showCards(shop: CommandContext, named: NamedCards, output: Output): Promise<number> {
  const { cards, hasMore } = await findNamed(shop, named);
  const [card, ...otherCards] = cards;
  if (card === undefined) return reportNotFound(named, output);
  if (otherCards.length === 0) {
    for (const line of await describeCard(shop, card)) output.say(line);
    return 0;
  }
  for (const line of formatCardTable(cards, shop.clock.now())) output.say(line);
  if (hasMore)
    output.say('These are only the newest gift cards. Find older ones through their orders: npm run orders -- list');
  output.say(`To see one gift card, run: npm run cards -- show ${card.publicId}`);
  return 0;
}

type Correction = { named: NamedCards; correcting: Correcting; output: Output };

async function correctNamed(shop: CommandContext, { named, correcting, output }: Correction): Promise<number> {
  const { cards } = await findNamed(shop, named);
  const [card, ...otherCards] = cards;
  if (card === undefined) return reportNotFound(named, output);
  if (otherCards.length > 0) {
    for (const line of formatCardTable(cards, shop.clock.now())) output.say(line);
    output.complain('Several gift cards have this recipient number. Name one by its id (gc_...).');
    return 1;
  }
  const { status, sentence } = await correctCard(
    { context: await shop.context(), actor: shop.actor },
    { card, correcting, output },
  );
  (status === 0 ? output.say : output.complain)(sentence);
  return status;
}

function reportNotFound(named: NamedCards, output: Output): number {
  output.complain(NOT_FOUND['recipientMobile' in named ? 'mobile' : 'card']);
  return 1;
}

const NOT_FOUND = {
  card: 'No gift card matches. Look for its order: npm run orders -- list --mobile NUMBER',
  mobile:
    'No gift card has this recipient number. Its order may be held, or the number may have been corrected or deleted. Look for the order: npm run orders -- list',
};

async function describeCard(shop: CommandContext, card: OperatedCard): Promise<string[]> {
  const database = await shop.database();
  const movements = await listCardMovements({ database }, card.id);
  const messages = await listMessages({ database }, { giftCardId: card.id });
  return [
    ...formatCard(card, shop.clock.now()),
    '',
    ...formatMovementTable(movements),
    '',
    ...formatMessageTable(messages),
  ];
}
