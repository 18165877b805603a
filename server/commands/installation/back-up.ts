import { statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { toMegabytes } from '#server/platform/backup/back-up-before-migrating.ts';
import { type BackupHeader, countBackupRows } from '#server/platform/backup/backup-format.ts';
import { writeBackup } from '#server/platform/backup/write-backup.ts';
import { formatCount, formatDollars } from '#server/platform/kernel/plain-texts.ts';
import { type Command, checkShop, type Output } from '../shared/command.ts';

export const filesCopy = (dataDir: string): string => join(dataDir, 'backup.copying');
export const lastBackupFile = (dataDir: string): string => join(dataDir, 'last-backup.json');

export const backupCommand: Command = {
  usage: 'Use: npm run backup -- FILE',
  words: {
    '': { needs: 'installation.keep' },
  },
  inTool: true,
  read(argv, cwd) {
    const name = parseFileName(argv);
    const file = resolve(cwd, name);
    return async (shop, output) => {
      const takenAt = shop.clock.now();
      checkShop(shop);
      const cards = await shop.cardKeys();
      const database = await shop.databaseAsItIs();
      const { signal } = output;
      const target = { file, takenAt, key: cards[0], signal, progress: createProgressReporter(output, 'writing') };
      const header = await writeBackup(database, target);
      const note = { takenAt: header.takenAt, file };
      writeFileSync(lastBackupFile(shop.settings.DATA_DIR), `${JSON.stringify(note)}\n`, { mode: 0o600 });
      output.say(`${name}: ${describeContents(header)}, ${toMegabytes(statSync(file).size)} MB.`);
      output.say('The file contains names, numbers and addresses of customers. Protect it like the database.');
      output.say(
        `The file contains no keys. To restore it and open its gift cards, you need CARD_KEYS of this shop (key "${header.signedBy}" signed it). Keep them in another place.`,
      );
      return 0;
    };
  },
};

export const copyFilesCommand: Command = {
  usage: 'npm run backup uses this command.',
  words: {
    '': { needs: 'installation.keep' },
  },
  read() {
    return async (shop) => {
      const { copyTo } = await shop.database();
      if (!copyTo) throw new Error('Only an embedded database in a folder has files to copy.');
      await copyTo(filesCopy(shop.settings.DATA_DIR));
      return 0;
    };
  },
};

export function parseFileName(args: string[]): string {
  const [name, ...extraNames] = parseArgs({ args, options: {}, allowPositionals: true }).positionals;
  if (name === undefined || extraNames.length > 0) throw new TypeError('Name one file.');
  return name;
}

export const createProgressReporter =
  (output: Output, phase: string) =>
  (done: number, total: number): void =>
    output.progress({ phase, done, total, rows: done });

export function describeContents(header: BackupHeader): string {
  const { cards, balanceCents } = header.sums;
  return `${formatCount(countBackupRows(header), 'row')}, ${formatCount(cards, 'gift card')} with ${formatDollars(balanceCents)} left on them`;
}
