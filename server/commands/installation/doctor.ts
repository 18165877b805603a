import { parseArgs } from 'node:util';
import type { Database } from '#server/platform/database/database.ts';
import { formatErrorReason, isOperatorError } from '#server/platform/kernel/operator-error.ts';
import { formatCount } from '#server/platform/kernel/plain-texts.ts';
import { checkLeftCopy, checkMigrations, checkServer } from '../doctor/check-database.ts';
import {
  checkBackups,
  checkCertificates,
  checkDataFolder,
  checkNode,
  checkRunning,
  checkSettings,
} from '../doctor/check-machine.ts';
import {
  checkHeldOrders,
  checkLedgerSums,
  checkMessages,
  checkMobiles,
  checkProviders,
  checkQueue,
} from '../doctor/check-shop.ts';
import { type Finding, wrong } from '../doctor/finding.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { filesCopy, lastBackupFile } from './back-up.ts';

type Check = () => Finding | Finding[] | Promise<Finding[]>;

const MARKS = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' } as const;

export const doctorCommand: Command = {
  usage: 'Use: npm run doctor',
  words: {
    '': { needs: 'system.read' },
  },
  read(args) {
    parseArgs({ args, options: {} });
    return async (shop, output) => {
      let count = 0;
      for await (const { state, sentence } of runDoctorChecks(shop)) {
        output.signal.throwIfAborted();
        output.say(`${MARKS[state]} ${sentence}`);
        if (state === 'wrong') count += 1;
      }
      if (count === 0) output.say('No problems found.');
      else output.complain(`${formatCount(count, 'problem')} found. Each line marked WRONG says what to do.`);
      return count === 0 ? 0 : 1;
    };
  },
};

async function* runDoctorChecks(shop: CommandContext): AsyncGenerator<Finding> {
  const { settings, clock } = shop;
  yield* await runCheck('Node version', checkNode);
  yield* await runCheck('settings', () => checkSettings(shop));
  yield* await runCheck('data folder', () => checkDataFolder(shop));
  yield* await runCheck('backups', () => checkBackups(shop, lastBackupFile(settings.DATA_DIR)));
  yield* await runCheck('backups', () => checkLeftCopy(filesCopy(settings.DATA_DIR)));
  yield* await runCheck('certificates', () => checkCertificates(shop));
  yield* await runCheck('shop', () => checkRunning(shop));
  const opened = await open(shop);
  if ('state' in opened) {
    yield opened;
    return;
  }
  yield* await runCheck('database', () =>
    checkServer(opened, {
      clock,
      production: settings.production,
      hasOwner: settings.DATABASE_OWNER_URL !== undefined,
    }),
  );
  const { isWhole, findings: fits } = await checkMigrations(opened).catch(toCheckFailure('migrations'));
  yield* fits;
  // Skips the checks below, because this release cannot query the tables of another release.
  if (!isWhole) return;
  yield* await runCheck('queue', () => checkQueue(opened));
  yield* await runCheck('messages', () => checkMessages(opened, clock));
  yield* await runCheck('held orders', () => checkHeldOrders(opened, clock));
  yield* await runCheck('mobiles', () => checkMobiles(opened));
  yield* await runCheck('ledger', () => checkLedgerSums(opened));
  yield* await runCheck('providers', () => checkProviders(settings, clock, shop.context));
}

async function runCheck(subject: string, check: Check): Promise<Finding[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    return toCheckFailure(subject)(error).findings;
  }
}

const toCheckFailure = (subject: string) => (error: unknown) => ({
  isWhole: false,
  findings: [wrong(`Could not check the ${subject}: ${formatErrorReason(error)}.`)],
});

async function open(shop: CommandContext): Promise<Database | Finding> {
  try {
    return await shop.databaseAsItIs();
  } catch (error) {
    if (isOperatorError(error)) return wrong(error.message);
    const { DATA_DIR: folder, DATABASE_URL } = shop.settings;
    const where = DATABASE_URL === undefined ? `The database in ${folder}` : 'The database of DATABASE_URL';
    return wrong(
      `${where} cannot be opened: ${formatErrorReason(error)}. Leave it unchanged, and restore the last backup in another place ` +
        '(docs/how-to/back-up-and-restore.md).',
    );
  }
}
