import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isAustralianMobile } from '#contract/rules/customer/mobile.ts';
import {
  endCustomerSessions,
  findNamedCustomer,
  listSessions,
  moveCustomer,
  suspendCustomer,
} from '#server/domain/customers/operated/operated-customers.ts';
import type { CustomerRow } from '#server/domain/customers/queries.ts';
import { eraseCustomer } from '#server/domain/personal-data/erase-customer.ts';
import { exportCustomer } from '#server/domain/personal-data/export-customer.ts';
import { readMobile } from '#server/platform/kernel/mobile-number.ts';
import { formatCount } from '#server/platform/kernel/plain-texts.ts';
import { isPaymentsError } from '../../integrations/payments/port.ts';
import {
  type Command,
  type CommandContext,
  checkShop,
  done,
  failed,
  type Outcome,
  type Output,
  openActingParts,
} from '../shared/command.ts';
import { writeWhole } from './write-whole.ts';

const USAGE = `Use: npm run customers --
  export WHO [FILE.json]
  erase WHO --note TEXT [--force]
  suspend WHO --note TEXT | resume WHO --note TEXT
  move WHO --to MOBILE --note TEXT
  sessions WHO [--end]
  WHO: a mobile number, with or without --mobile, or the id of a customer
  (docs/how-to/personal-data.md)`;

const WORDS = {
  export: { needs: 'customers.export', leaves: 'customer.exported' },
  erase: { needs: 'customers.erase', leaves: 'customer.erased' },
  suspend: { needs: 'customers.suspend', leaves: 'customer.suspended' },
  resume: { needs: 'customers.suspend', leaves: 'customer.resumed' },
  move: { needs: 'customers.number', leaves: 'customer.moved' },
  sessions: { needs: 'customers.read' },
  'sessions --end': { needs: 'customers.sessions', leaves: 'customer.sessions_ended' },
} as const satisfies Command['words'];
const OPTIONS = {
  export: [],
  erase: ['note', 'force'],
  suspend: ['note'],
  resume: ['note'],
  move: ['to', 'note'],
  sessions: ['end'],
} as const;
type Word = keyof typeof OPTIONS;

type Input = {
  word: Word;
  mobileOrId: string;
  file: string | undefined;
  note: string;
  /** For `move`: the new mobile number, normalised. */
  to: string;
  force: boolean;
  end: boolean;
};

export const customersCommand: Command = {
  usage: USAGE,
  words: WORDS,
  read(argv, cwd) {
    const input = readInput(argv);
    return async (shop, output) => {
      checkShop(shop);
      const customer = await findNamedCustomer({ database: await shop.database() }, input.mobileOrId);
      const { status, sentence } = customer
        ? await ACTS[input.word](shop, { customer, input, cwd, output })
        : failed('No customer has that mobile or id.');
      if (sentence !== '') (status === 0 ? output.say : output.complain)(sentence);
      return status;
    };
  },
};

type Acting = { customer: CustomerRow; input: Input; cwd: string; output: Output };

const ACTS: Record<Word, (shop: CommandContext, acting: Acting) => Promise<Outcome>> = {
  export: copy,
  erase,
  suspend: (shop, acting) => suspend(shop, { ...acting, suspended: true }),
  resume: (shop, acting) => suspend(shop, { ...acting, suspended: false }),
  move,
  sessions: showOrEndSessions,
};

async function copy(shop: CommandContext, { customer, input: { file }, cwd, output }: Acting): Promise<Outcome> {
  const parts = { ...(await openActingParts(shop)), log: (await shop.context()).log };
  const text = `${JSON.stringify(await exportCustomer(parts, { customer, actor: shop.actor }), null, 2)}\n`;
  if (file === undefined) {
    await output.write(text);
    return done('');
  }
  writeWhole(resolve(cwd, file), text, file);
  return done(
    `${file} contains all data that the shop holds about customer ${customer.id}. Hand it over securely, then delete the file.`,
  );
}

async function erase(
  shop: CommandContext,
  { customer: { id }, input: { force, note }, output }: Acting,
): Promise<Outcome> {
  try {
    const result = await eraseCustomer(await shop.context(), {
      customerId: id,
      force,
      reason: note,
      actor: shop.actor,
    });
    if (!result.erased) {
      for (const sentence of result.because) output.complain(sentence);
      return failed(`Customer ${id} was not erased.`);
    }
    for (const left of result.left)
      output.complain(`Delete ${left} at the payment provider yourself: this shop has no keys for that account.`);
    return done(`Customer ${id} is erased. Earlier backups still contain the data.`);
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    return failed('The payment provider did not answer, so nothing was erased here. Run the command again later.');
  }
}

async function suspend(
  shop: CommandContext,
  { customer: { id }, input: { note }, suspended }: Acting & { suspended: boolean },
): Promise<Outcome> {
  const parts = { ...(await openActingParts(shop)), log: (await shop.context()).log };
  const changed = await suspendCustomer(parts, {
    customerId: id,
    suspended,
    reason: note,
    actor: shop.actor,
  });
  const state = suspended
    ? 'suspended: no one can sign in to the account, and its sessions have ended'
    : 'no longer suspended';
  return done(
    changed ? `Customer ${id} is ${state}.` : `Customer ${id} was ${suspended ? 'already' : 'not'} suspended.`,
  );
}

async function move(shop: CommandContext, { customer: { id }, input: { to, note } }: Acting): Promise<Outcome> {
  switch (await moveCustomer(await shop.context(), { customerId: id, mobile: to, reason: note, actor: shop.actor })) {
    case 'moved':
      return done(
        `Customer ${id} now signs in with the new number. The customer must enter payment cards again, and gift cards bought earlier are held for seven days.`,
      );
    case 'same':
      return done(`Customer ${id} has that number already.`);
    case 'suspended':
      return failed(`Customer ${id} is suspended. Resume the account first.`);
    case 'in use':
      return failed('Another account has that number. Move or erase that account first.');
  }
}

async function showOrEndSessions(
  shop: CommandContext,
  { customer: { id }, input: { end }, output }: Acting,
): Promise<Outcome> {
  const parts = await openActingParts(shop);
  if (end) {
    const ended = await endCustomerSessions(
      { ...parts, log: (await shop.context()).log },
      { customerId: id, actor: shop.actor },
    );
    const [sessions, links] = [formatCount(ended.sessions, 'session'), formatCount(ended.links, 'link')];
    const passkeys = formatCount(ended.passkeys, 'passkey');
    return done(`Customer ${id}: ${sessions} ended, ${links} revoked, ${passkeys} removed.`);
  }
  const open = await listSessions(parts, id);
  for (const { createdAt, expiresAt, ...session } of open)
    output.say(
      `since ${formatMinute(createdAt)}, until ${formatMinute(expiresAt)}, signed in with a ${formatSignInMethod(session)}`,
    );
  return done(open.length === 0 ? 'No open sessions.' : '');
}

const formatSignInMethod = ({ link, byPasskey }: { link: string | null; byPasskey: boolean }): string =>
  byPasskey ? 'passkey' : link === null ? 'code' : 'link';

const formatMinute = (instant: Date): string => `${instant.toISOString().slice(0, 16)}Z`;

function readInput(args: string[]): Input {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = { mobile: text, note: text, to: text, force: flag, end: flag };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [word = '', ...operands] = positionals;
  if (!isWord(word)) throw new TypeError(word ? `There is no "customers ${word}".` : 'Choose a command.');
  const { mobile, note = '', to = '', force = false, end = false } = values;
  const optionNames = Object.keys(values).filter((name) => name !== 'mobile');
  const unknown = optionNames.find((name) => !(OPTIONS[word] as readonly string[]).includes(name));
  if (unknown) throw new TypeError(`${word} takes no --${unknown}.`);
  const mobileOrId = mobile ?? operands.shift();
  if (mobileOrId === undefined) throw new TypeError('Name a customer: --mobile 0412345678 or a customer id.');
  const [file, ...extraOperands] = operands;
  if (extraOperands.length > 0 || (file !== undefined && word !== 'export'))
    throw new TypeError(`${word} takes one customer.`);
  if ((OPTIONS[word] as readonly string[]).includes('note') && note.trim() === '')
    throw new TypeError(`${word} needs a --note with the reason.`);
  const moveTo = readMobile(to) ?? '';
  if (word === 'move' && !isAustralianMobile(moveTo))
    throw new TypeError('move needs --to with an Australian mobile number.');
  return { word, mobileOrId, file, note: note.trim(), to: moveTo, force, end };
}

const isWord = (word: string): word is Word => Object.hasOwn(OPTIONS, word);
