import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readMigrations } from '#server/platform/database/migrations/scripts.ts';
import { BACKUP_KEY, createEmptyPlace, type EmptyPlace, rewriteBackup } from '#test/support/backups.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import type { BackupHeader, TableRows } from './backup-format.ts';
import { checkBackup } from './read-backup.ts';
import { countTables } from './restore-store.ts';
import { writeBackup } from './write-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'handsel-backup-'));
const good = join(folder, 'good.backup');
const bad = join(folder, 'bad.backup');
const takenAt = new Date('2026-11-02T01:00:00Z');
const TRUST = { keys: [{ id: 'k2', secret: 'a newer key that is long enough' }, BACKUP_KEY] };
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(async () => {
  const database = await openTestDatabase('embedded', 'shop');
  await writeBackup(database, { file: good, takenAt, key: BACKUP_KEY });
  await database.close();
});
afterEach(() => rmSync(bad, { force: true }));

it('accepts an intact backup', async () => {
  expect(await checkBackup(good, TRUST)).toMatchObject({ takenAt: takenAt.toISOString(), database: 'embedded' });
});

it.each([0.1, 0.5, 0.9, 0.999])('detects a flipped bit after the fraction %d of a backup file', async (share) => {
  const text = zstdDecompressSync(readFileSync(good));
  let bytes: Buffer;
  let index = Math.floor(readFileSync(good).length * share);
  do {
    bytes = readFileSync(good);
    bytes[index] = (bytes[index] ?? 0) ^ 0x10;
    index -= 1;
  } while (decompress(bytes)?.equals(text));
  writeFileSync(bad, bytes);
  await expect(checkBackup(bad, TRUST)).rejects.toThrow(
    /is damaged: .*Nothing was written|is not a Handsel backup, or its/,
  );
});

it.each([0, 20, 0.5, -1, -40])('detects a backup truncated at position %d', async (end) => {
  const bytes = readFileSync(good);
  writeFileSync(bad, bytes.subarray(0, end > 0 && end < 1 ? Math.floor(bytes.length * end) : end));
  await expect(checkBackup(bad, TRUST)).rejects.toThrow(/is damaged: |is not a Handsel backup/);
});

it.each<[string, (lines: string[]) => string[], RegExp]>([
  ['with a missing line', (lines) => lines.toSpliced(3, 1), /is damaged: it has \d+ rows of \d+/],
  [
    'in a newer format',
    ([header, ...rest]) => [changeHeader(header, { version: 9 }), ...rest],
    /newer version of Handsel \(its format/,
  ],
  ['in an unknown format', () => ['{"format":"another"}'], /is not a Handsel backup/],
  ['without any lines', () => [], /is damaged: |is not a Handsel backup/],
])('rejects a backup %s', async (_what, change, sentence) => {
  rewriteBackup(good, bad, change);
  await expect(checkBackup(bad, TRUST)).rejects.toThrow(sentence);
});

it('rejects a backup that was changed after signing, even when unsigned backups are allowed', async () => {
  const [, signature = ''] = readEndLine(good);
  rewriteBackup(
    good,
    bad,
    (lines) => lines,
    () => signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
  );
  for (const isUnsignedAllowed of [false, true])
    await expect(checkBackup(bad, { ...TRUST, isUnsignedAllowed })).rejects.toThrow(
      `${bad} was changed after the shop signed it with the card key "k1".`,
    );
});

it('accepts a backup that is unsigned or signed with a missing key only when unsigned backups are allowed', async () => {
  const otherKeys = TRUST.keys.slice(0, 1);
  for (const keys of [otherKeys, []]) {
    await expect(checkBackup(good, { keys })).rejects.toThrow(
      /is signed with the card key "k1", which is not set here\. Set CARD_KEYS .* restore it with --unsigned\.$/,
    );
    expect(await checkBackup(good, { keys, isUnsignedAllowed: true })).toMatchObject({ signedBy: 'k1' });
  }
  rewriteBackup(good, bad, ([header, ...rest]) => [changeHeader(header, { version: 1, signedBy: undefined }), ...rest]);
  await expect(checkBackup(bad, TRUST)).rejects.toThrow(/has no signature: an older Handsel wrote it, or someone/);
  expect(await checkBackup(bad, { ...TRUST, isUnsignedAllowed: true })).toMatchObject({ version: 1 });
});

it('reports a missing file, a folder and a file that is not a backup', async () => {
  writeFileSync(bad, 'Handle,Title,Vendor\n');
  await expect(checkBackup(bad, TRUST)).rejects.toThrow(`${bad} is not a Handsel backup, or its header is damaged.`);
  await expect(checkBackup(join(folder, 'none'), TRUST)).rejects.toThrow('none does not exist. Name a file');
  await expect(checkBackup(folder, TRUST)).rejects.toThrow('is a folder');
});

it('never overwrites a file, and leaves no partial file when writing fails', async () => {
  const database = await openTestDatabase('embedded', 'empty');
  const before = readFileSync(good);
  await expect(writeBackup(database, { file: good, takenAt, key: BACKUP_KEY })).rejects.toThrow('already exists');
  expect(readFileSync(good)).toEqual(before);
  const nowhere = join(folder, 'no-such-folder', 'x.backup');
  await expect(writeBackup(database, { file: nowhere, takenAt, key: BACKUP_KEY })).rejects.toThrow(
    'its folder does not exist',
  );
  const stopping = AbortSignal.abort(new Error('You stopped the command.'));
  await expect(writeBackup(database, { file: bad, takenAt, key: BACKUP_KEY, signal: stopping })).rejects.toThrow(
    'You stopped the command.',
  );
  expect(readdirSync(folder)).toEqual(['good.backup']);
  await database.close();
});

describe.each(databaseKinds())('restoring a backup on %s', (kind) => {
  let place: EmptyPlace;
  beforeEach(async () => {
    place = await createEmptyPlace(kind);
  });
  afterEach(() => place.remove());

  async function stillEmpty(): Promise<void> {
    if (kind === 'embedded') expect(readdirSync(place.folder)).toEqual([]);
    await place.restore(good);
    const database = await place.open();
    expect((await database.query('select count(*) as count from products')).rows[0].count).toBeGreaterThan(0);
    await database.close();
  }

  const change = (buildChange: (header: BackupHeader) => object) =>
    rewriteBackup(good, bad, ([first = '', ...rest]) => [changeHeader(first, buildChange(JSON.parse(first))), ...rest]);

  it('rolls back the restore when the restored total differs from the header by one cent', async () => {
    change(({ sums }) => ({ sums: { ...sums, issuedCents: sums.issuedCents + 1 } }));
    await expect(place.restore(bad)).rejects.toThrow(/differs from the backup: issuedCents/);
    await stillEmpty();
  });

  const SQL = `public.sellers where false; copy (select 1) to '${join(folder, 'written')}'; select id from public.sellers`;
  it.each<[string, (header: BackupHeader) => object]>([
    ['SQL as a table name', ({ tables }) => ({ tables: tables.with(9, { ...(tables[9] as TableRows), name: SQL }) })],
    [
      'SQL as a column name',
      ({ tables }) => ({ tables: tables.with(9, { ...(tables[9] as TableRows), columns: [SQL] }) }),
    ],
    ['SQL as a sequence name', ({ sequences }) => ({ sequences: sequences.with(1, { name: SQL, value: 1 }) })],
    ['a missing table', ({ tables }) => ({ tables: tables.slice(0, -1) })],
  ])('rejects a header with %s and runs no SQL from it', async (_what, buildChange) => {
    change(buildChange);
    await expect(place.restore(bad)).rejects.toThrow(/its tables differ from those its migrations create/);
    expect(readdirSync(folder)).toEqual(['bad.backup', 'good.backup']);
    await stillEmpty();
  });

  it('rolls back the restore when a row references a missing row', async () => {
    rewriteBackup(good, bad, ([first = '', ...rest]) => {
      const header = JSON.parse(first);
      const sellers = header.tables.findIndex(({ name }: { name: string }) => name === 'public.sellers');
      const tables = header.tables.with(sellers, { ...header.tables[sellers], rows: 0 });
      return [changeHeader(first, { tables }), ...rest.filter((line) => !line.startsWith(`${sellers} `))];
    });
    await expect(place.restore(bad)).rejects.toThrow(/foreign key/);
    await stillEmpty();
  });

  it('rejects a backup from a newer release or with a changed migration, naming the migration', async () => {
    const migrations = readMigrations().map(({ name, sha256 }) => ({ name, sha256 }));
    const withMigrations = (list: object[]) => change(() => ({ migrations: list }));
    withMigrations([...migrations, { name: '9999_later.sql', sha256: 'x' }]);
    await expect(place.restore(bad)).rejects.toThrow(
      'by a newer version of Handsel (it has migration 9999_later.sql). Restore it with',
    );
    withMigrations(migrations.with(0, { name: migrations[0]?.name ?? '', sha256: 'x' }));
    await expect(place.restore(bad)).rejects.toThrow(/cannot be restored\. Migration 0001_tables\.sql was changed/);
    await stillEmpty();
  });

  it('migrates a backup of an older release', async () => {
    const later = { name: '9999_later.sql', sql: 'create table later (id int)', sha256: 'x' };
    const migrations = [...readMigrations(), { ...later, breaksPrevious: false, index: null }];
    expect(await place.restore(good, migrations)).toMatchObject({ migrated: ['9999_later.sql'] });
    const database = await place.open();
    expect((await database.query('select count(*)::int as count from later')).rows).toEqual([{ count: 0 }]);
    await database.close();
  });

  it.each(['0001_schema.sql', '0001_version_1.sql'])(
    'rejects a backup of a release whose first migration was %s, and explains how to move its data',
    async (name) => {
      change(() => ({ migrations: [{ name, sha256: 'x' }] }));
      await expect(place.restore(bad)).rejects.toThrow(
        /is from an older version of Handsel, .* Restore it with the older version, export the catalogue .* import that file/,
      );
      await stillEmpty();
    },
  );

  it('refuses to restore over an existing shop and leaves it unchanged', async () => {
    await place.restore(good);
    await expect(place.restore(good)).rejects.toThrow(/already contains a shop|is not empty \(\d+ tables\)/);
    const database = await place.open();
    expect(await database.exclusive(countTables)).toBeGreaterThan(50);
    await database.close();
  });
});

function changeHeader(header: string | undefined, change: object): string {
  return JSON.stringify({ ...JSON.parse(header ?? ''), ...change });
}

function decompress(bytes: Buffer): Buffer | null {
  try {
    return zstdDecompressSync(bytes);
  } catch {
    return null;
  }
}

function readEndLine(file: string): string[] {
  return zstdDecompressSync(readFileSync(file)).toString().trimEnd().split('\n').at(-1)?.split(' ').slice(1) ?? [];
}
