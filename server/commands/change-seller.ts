import { parseArgs } from 'node:util';
import type { SellerContact } from '#contract/catalogue.ts';
import { readContact } from '../catalogue/sellers/contact-rules.ts';
import { changeContact, listSellers } from '../catalogue/sellers/seller.ts';
import { type Command, checkShop } from './command.ts';

const USAGE = `Use: npm run seller --
  list
  contact --seller SHOP_URL [--phone NUMBER] [--email ADDRESS] [--site https://...] [--address "..."]`;

const subcommands: Record<string, Command['read']> = { list: readListCommand, contact: readContactCommand };

/** What operators set of a seller, each subject by its own word. */
export const sellerCommand: Command = {
  usage: USAGE,
  read([subject = '', ...argv], cwd) {
    const read = Object.hasOwn(subcommands, subject) ? subcommands[subject] : undefined;
    if (!read) throw new TypeError(subject ? `There is no "seller ${subject}".` : 'Say what of the seller.');
    return read(argv, cwd);
  },
};

/** Every seller with the SHOP_URL that other commands take. */
function readListCommand(args: string[]): ReturnType<Command['read']> {
  parseArgs({ args, options: {} });
  return async (shop, output) => {
    checkShop(shop);
    for (const { shopUrl, name, contact } of await listSellers(await shop.database()))
      output.say(`${shopUrl}: ${name}, ${contactText(contact)}`);
    return 0;
  };
}

/** Sets where a seller is reached; what is not given stays, and '' takes a part away. */
function readContactCommand(args: string[]): ReturnType<Command['read']> {
  const text = { type: 'string' } as const;
  const options = { seller: text, phone: text, email: text, site: text, address: text };
  const { seller: shopUrl, ...given } = parseArgs({ args, options, strict: true }).values;
  if (!shopUrl) throw new TypeError('--seller takes the last part of the address of the seller’s page.');
  if (Object.keys(given).length === 0) throw new TypeError('Give a phone, an e-mail address, a website or an address.');
  const read = readContact(given);
  if ('error' in read) throw new TypeError(read.error);
  return async (shop, output) => {
    checkShop(shop);
    const changed = await changeContact(await shop.database(), { shopUrl, contact: read.contact });
    if (!changed) {
      output.complain(`The shop has no seller "${shopUrl}": take the last part of the address of its page.`);
      return 1;
    }
    output.say(`${changed.name}: ${contactText(changed.contact)}`);
    return 0;
  };
}

function contactText({ phone, email, site, address }: SellerContact): string {
  return [phone, email, site, address].filter((part) => part !== null).join(', ') || 'no contact';
}
