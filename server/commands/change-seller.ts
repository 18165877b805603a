import { parseArgs } from 'node:util';
import type { SellerContact } from '#contract/catalogue.ts';
import { changeContact, changeGst } from '#server/domain/sellers/change-seller.ts';
import { readContact } from '#server/domain/sellers/contact-rules.ts';
import { listSellers } from '#server/domain/sellers/seller.ts';
import {
  readKeyCommand,
  readKeysCommand,
  readRevokeCommand,
  readTillCommand,
  reportUnknownSeller,
  SELLER_NEEDED,
} from './counter-keys.ts';
import { type Command, checkShop, isWord, openActingParts } from './shared/command.ts';

const USAGE = `Use: npm run seller --
  list
  contact --seller SHOP_URL [--phone NUMBER] [--email ADDRESS] [--site https://...] [--address "..."]
    [--hours "Mon-Fri 9-5, Sat 10-2"]
  gst --seller SHOP_URL --registered yes|no
  key --seller SHOP_URL [--name TEXT] [--scopes check,spend,reverse]
  till --seller SHOP_URL [--name TEXT]
  keys --seller SHOP_URL
  revoke --seller SHOP_URL --key NUMBER`;

const WORDS = {
  list: { needs: 'sellers.read' },
  contact: { needs: 'sellers.edit', leaves: 'seller.contact_changed' },
  gst: { needs: 'sellers.edit', leaves: 'seller.gst_changed' },
  key: { needs: 'sellers.keys', leaves: 'key.made' },
  till: { needs: 'sellers.keys', leaves: 'till.made' },
  keys: { needs: 'sellers.read' },
  revoke: { needs: 'sellers.keys_end', leaves: 'key.revoked' },
} as const satisfies Command['words'];

const subcommands: Record<keyof typeof WORDS, Command['read']> = {
  list: readListCommand,
  contact: readContactCommand,
  gst: readGstCommand,
  key: readKeyCommand,
  till: readTillCommand,
  keys: readKeysCommand,
  revoke: readRevokeCommand,
};

export const sellerCommand: Command = {
  usage: USAGE,
  words: WORDS,
  read([subject = '', ...argv], cwd) {
    const read = isWord(WORDS, subject) ? subcommands[subject] : undefined;
    if (!read) throw new TypeError(subject ? `There is no "seller ${subject}".` : 'Choose a command.');
    return read(argv, cwd);
  },
};

function readListCommand(args: string[]): ReturnType<Command['read']> {
  parseArgs({ args, options: {} });
  return async (shop, output) => {
    checkShop(shop);
    for (const { shopUrl, name, contact, gstRegistered } of await listSellers(await shop.database()))
      output.say(`${shopUrl}: ${name}, ${formatContact(contact)}${gstRegistered ? '' : ', not registered for GST'}`);
    return 0;
  };
}

/** Changes only the given contact details; '' clears a detail. */
function readContactCommand(args: string[]): ReturnType<Command['read']> {
  const text = { type: 'string' } as const;
  const options = { seller: text, phone: text, email: text, site: text, address: text, hours: text };
  const { seller: shopUrl, ...changes } = parseArgs({ args, options, strict: true }).values;
  if (!shopUrl) throw new TypeError(SELLER_NEEDED);
  if (Object.keys(changes).length === 0)
    throw new TypeError('Give at least one of --phone, --email, --site, --address and --hours.');
  const read = readContact(changes);
  if ('error' in read) throw new TypeError(read.error);
  return async (shop, output) => {
    checkShop(shop);
    const changed = await changeContact(await openActingParts(shop), {
      shopUrl,
      contact: read.contact,
      actor: shop.actor,
    });
    if (!changed) return reportUnknownSeller(output, shopUrl);
    output.say(`${changed.name}: ${formatContact(changed.contact)}`);
    return 0;
  };
}

function readGstCommand(args: string[]): ReturnType<Command['read']> {
  const text = { type: 'string' } as const;
  const { seller: shopUrl, registered } = parseArgs({ args, options: { seller: text, registered: text } }).values;
  if (!shopUrl) throw new TypeError(SELLER_NEEDED);
  if (registered !== 'yes' && registered !== 'no') throw new TypeError('--registered takes yes or no.');
  const isRegistered = registered === 'yes';
  return async (shop, output) => {
    checkShop(shop);
    const changed = await changeGst(await openActingParts(shop), { shopUrl, isRegistered, actor: shop.actor });
    if (!changed) return reportUnknownSeller(output, shopUrl);
    const words = isRegistered ? 'is registered for GST' : 'is not registered for GST';
    output.say(`${changed.name} ${words}. Its sales from now on include ${isRegistered ? 'GST' : 'no GST'}.`);
    return 0;
  };
}

function formatContact({ phone, email, site, address, hours }: SellerContact): string {
  return [phone, email, site, address, hours].filter((part) => part !== null).join(', ') || 'no contact details';
}
