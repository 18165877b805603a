import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { checkLedger } from '#server/domain/books/check-books.ts';
import { recordAction } from '#server/domain/operators/record-action.ts';
import { SKIPPED_ORDER_NUMBERS } from '#server/domain/orders/order-numbers.ts';
import { checkBackup } from '#server/platform/backup/read-backup.ts';
import { type Restored, type RestoredFeatures, restoreBackup } from '#server/platform/backup/restore-backup.ts';
import { readExistingCardKeys } from '#server/platform/kernel/keys/key-files.ts';
import { formatCount } from '#server/platform/kernel/plain-texts.ts';
import type { Command, Output } from '../shared/command.ts';
import { createProgressReporter, describeContents, parseFileName } from './back-up.ts';

export const restoredFeatures: RestoredFeatures = {
  differences: async (database) => (await checkLedger({ database })).differences.map(({ sentence }) => sentence),
  skips: SKIPPED_ORDER_NUMBERS,
};

export const restoreCommand: Command = {
  usage:
    'Use: npm run restore -- FILE [--unsigned], with CARD_KEYS of that shop, and DATA_DIR or DATABASE_URL set to an empty folder or database',
  words: {
    '': { needs: 'installation.keep', leaves: 'backup.restored' },
  },
  inTool: true,
  read(argv, cwd) {
    const options = { unsigned: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true });
    const name = parseFileName(positionals);
    const file = resolve(cwd, name);
    return async (shop, output) => {
      const { signal } = output;
      const trust = { keys: await readExistingCardKeys(shop.settings), isUnsignedAllowed: values.unsigned };
      const header = await checkBackup(file, {
        ...trust,
        signal,
        progress: createProgressReporter(output, 'checking'),
      });
      const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }));
      const source = { file, header, signal, progress: createProgressReporter(output, 'restoring') };
      const act = { action: 'backup.restored', subject: 'installation', after: { takenAt: header.takenAt } } as const;
      const restored = await shop.newDatabase(async (database) => {
        const filled = await restoreBackup(database, { clock: shop.clock, log, features: restoredFeatures }, source);
        await recordAction(shop, database.orm, act);
        return filled;
      });
      output.say(
        `${name} from ${header.takenAt}: ${describeContents(header)}. Everything was restored, and the totals match the backup.`,
      );
      return report(restored, output);
    };
  },
};

function report({ migrated, due, claimed, differences }: Restored, output: Output): number {
  if (migrated.length > 0)
    output.say(
      `The backup is from an older release: ${formatCount(migrated.length, 'migration was', 'migrations were')} applied.`,
    );
  if (due > 0)
    output.say(
      `${formatCount(due, 'message is due and goes', 'messages are due and go')} out when the shop starts. The shop sends messages again that it sent after the backup.`,
    );
  if (claimed > 0)
    output.say(
      `${formatCount(claimed, 'message was', 'messages were')} being sent during the backup. The shop does not send them twice (docs/decisions/008).`,
    );
  output.say(
    'Before you start this shop, set SESSION_SECRET to the value of the old shop. Never run both shops. Check this one with npm run doctor.',
  );
  for (const difference of differences) output.complain(difference);
  if (differences.length > 0)
    output.complain('The backup already had these differences. See docs/how-to/keep-the-books.md.');
  return differences.length > 0 ? 1 : 0;
}
