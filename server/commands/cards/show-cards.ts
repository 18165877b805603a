import { parseArgs } from 'node:util';
import {
  cardMovements,
  findCards,
  type NamedCards,
  type OperatedCard,
  readNamedCards,
} from '../../gift-cards/operated/operated-cards.ts';
import { listMessages } from '../../messaging/list-messages.ts';
import { type Command, type CommandContext, checkShop, isWord, type Output } from '../command.ts';
import { cardTable, cardText, messageTable, movementTable } from './card-texts.ts';

const USAGE = `Use: npm run cards -- show CARD
  CARD: gc_... or the id that the log has, the code as it is printed, or the recipient's mobile
  (docs/how-to/find-orders-and-gift-cards.md)`;

const WORDS = { show: 'reads' } as const;

/** Looks at gift cards: their value, what was spent, and what became of their messages. */
export const cardsCommand: Command = {
  usage: USAGE,
  words: WORDS,
  read(argv) {
    const [does = '', ...groups] = parseArgs({ args: argv, allowPositionals: true, options: {} }).positionals;
    if (!isWord(WORDS, does)) throw new TypeError(does ? `There is no "cards ${does}".` : 'Choose a command.');
    // Codes and numbers are pasted with blanks.
    const named = readNamedCards(groups.join(' '));
    // A mistyped code is not repeated: it is one character away from value.
    if (named === null) throw new TypeError('show takes a gift card (gc_...), a whole code, or a mobile number.');
    return async (shop, output) => {
      checkShop(shop);
      return showCards(shop, named, output);
    };
  },
};

async function showCards(shop: CommandContext, named: NamedCards, output: Output): Promise<number> {
  const database = await shop.database();
  const secrets = async () => (await shop.context()).secrets;
  const { cards, more } = await findCards({ database, secrets }, named);
  const [card, ...others] = cards;
  if (card === undefined) {
    output.complain(NOT_FOUND['recipientMobile' in named ? 'mobile' : 'card']);
    return 1;
  }
  if (others.length === 0) {
    for (const line of await wholeText(shop, card)) output.say(line);
    return 0;
  }
  for (const line of cardTable(cards, shop.clock.now())) output.say(line);
  if (more) output.say('Only the newest are shown. Find older ones by their orders: npm run orders -- list');
  output.say(`Look at one: npm run cards -- show ${card.publicId}`);
  return 0;
}

const NOT_FOUND = {
  card: 'There is no such gift card. Look at its order: npm run orders -- list --mobile NUMBER',
  mobile:
    'No gift card is for this number. Its order may be held, or the number corrected or deleted since. Look at orders: npm run orders -- list',
};

async function wholeText(shop: CommandContext, card: OperatedCard): Promise<string[]> {
  const database = await shop.database();
  const movements = await cardMovements({ database }, card.id);
  const messages = await listMessages({ database }, { giftCardId: card.id });
  return [...cardText(card, shop.clock.now()), '', ...movementTable(movements), '', ...messageTable(messages)];
}
