import { globSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MESSAGE_PURPOSES } from '#server/platform/kernel/message-purposes.ts';
import { root } from '../checks/source-files.ts';
import { asvsErrors } from './asvs-sums.ts';
import { brokenLinks, type Facts, lostPaths, unknownCommands, unknownVariables, wideLines } from './document-checks.ts';
import { generatePages, readDocument, readDocuments } from './made-pages.ts';
import { readRequirements, type TextFile } from './requirements.ts';
import { formatSettingsPage, listSettingNames, settingGaps } from './settings-page.ts';
import { otherVariables, settingGroups } from './settings-reference.ts';

const documents = readDocuments('*.md', 'docs/**/*.md');
const folders = readdirSync(root, { withFileTypes: true }).filter(
  (entry) =>
    entry.isDirectory() && !entry.name.startsWith('.') && !['node_modules', 'build', 'tmp'].includes(entry.name),
);
const names = globSync(`{*,{${folders.map(({ name }) => name).join(',')}}/**/*}`, { cwd: root });
const facts: Facts = {
  exists: (path) => globSync(path, { cwd: root }).length > 0,
  readText: readDocument,
  fileNames: new Set(names.map((path) => basename(path))),
  scripts: Object.keys(JSON.parse(readDocument('package.json')).scripts),
  settings: [...listSettingNames(), ...Object.keys(otherVariables)],
};

const readAsvs = () => {
  const [asvs, security] = readDocuments('docs/reference/asvs.md', 'docs/security.md');
  if (!asvs || !security) throw new Error('A page with totals of OWASP ASVS is missing.');
  return { asvs, security };
};

describe('documents', () => {
  it('requires an existing target for every link in a document', () => {
    expect(documents.length).toBeGreaterThan(40);
    expect(brokenLinks(documents, facts)).toEqual([]);
  });

  it('requires every repository path in a document to exist', () => {
    expect(lostPaths(documents, facts)).toEqual([]);
  });

  it('requires a script for every npm command in a document', () => {
    expect(unknownCommands(documents, facts)).toEqual([]);
  });

  it('requires a setting for every environment variable in a document', () => {
    expect(unknownVariables(documents, facts)).toEqual([]);
  });

  it('limits the lines of documents to 120 columns', () => {
    expect(wideLines(documents)).toEqual([]);
  });

  it('requires the counts on the OWASP ASVS page and in docs/security.md to match the listed requirements', () => {
    expect(asvsErrors(readAsvs())).toEqual([]);
  });

  it('requires docs/requirements.tsv to list every requirement that a document mentions', () => {
    const requirementIds = new Set(readRequirements(readDocument('docs/requirements.tsv')).map(({ id }) => id));
    const named = documents.flatMap(({ text }) => text.match(/\bOQ-\d{3}\b/g) ?? []);
    expect(named.filter((id) => !requirementIds.has(id))).toEqual([]);
  });

  it('requires all generated pages to be up to date (npm run documents)', () => {
    for (const { path, text } of generatePages()) expect(readDocument(path), path).toBe(text);
  });

  it('lists every message purpose in docs/how-it-works/messages.md', () => {
    const table = readDocument('docs/how-it-works/messages.md')
      .split('\n## ')
      .find((part) => part.startsWith('Purposes'));
    const rows = [...(table ?? '').matchAll(/^\| ([a-z][a-z-]*) +\|/gm)].map(([, purpose]) => purpose);
    expect(rows.filter((row) => row !== 'purpose').toSorted()).toEqual(MESSAGE_PURPOSES.toSorted());
  });

  it('requires a description of every setting', () => {
    expect(listSettingNames().length).toBeGreaterThan(80);
    expect(settingGaps(listSettingNames(), settingGroups)).toEqual([]);
  });
});

describe('document checks', () => {
  const page = (text: string, path = 'docs/page.md'): TextFile[] => [{ path, text }];
  const small: Facts = {
    exists: (path) => ['docs/page.md', 'docs/other.md', 'server', 'server/', 'server/main.ts'].includes(path),
    readText: () => '# Other\n\n## What `goes` wrong, today\n',
    fileNames: new Set(['main.ts']),
    scripts: ['start', 'orders'],
    settings: ['PORT', 'MAIL', 'SMTP_URL', 'CODE_SENDS_PER_DAY'],
  };

  it('reports a link to a missing file or heading', () => {
    const text =
      '[a](other.md) [b](other.md#what-goes-wrong-today) [c](https://x.example) [d](#top)\n# Top\n[e]: other.md\n';
    expect(brokenLinks(page(text), small)).toEqual([]);
    expect(brokenLinks(page('[a](gone.md)\n[b](other.md#gone) <img src="no.webp">\n[e]: lost.md'), small)).toEqual([
      'docs/page.md:1: gone.md',
      'docs/page.md:2: other.md#gone',
      'docs/page.md:2: no.webp',
      'docs/page.md:3: lost.md',
    ]);
    expect(brokenLinks(page('```\n[a](gone.md)\n```\nand `[b](gone.md)`'), small)).toEqual([]);
  });

  it('reports a path that no longer exists', () => {
    expect(lostPaths(page('`server/main.ts`, `server/`, `node server/main.ts`, `main.ts`, `a/b.ts`'), small)).toEqual(
      [],
    );
    expect(lostPaths(page('`server/house.ts` and `house.ts`\n```\nserver/world/  parts\n```'), small)).toEqual([
      'docs/page.md:1: server/house.ts',
      'docs/page.md:1: house.ts',
      'docs/page.md:3: server/world/',
    ]);
  });

  it('reports a command that does not exist', () => {
    expect(unknownCommands(page('`npm start`, `npm run orders -- held`, npm leaves out'), small)).toEqual([]);
    expect(unknownCommands(page('```sh\nnpm run refunds\n```\n`npm stop`'), small)).toEqual([
      'docs/page.md:2: refunds',
      'docs/page.md:4: stop',
    ]);
  });

  it('reports an environment variable that is not a setting', () => {
    expect(unknownVariables(page('`PORT`, `MAIL=smtp`, `SMTP_URL`, `CODE_SENDS_...`, `POST`, GST'), small)).toEqual([]);
    expect(unknownVariables(page('`SMTP_URI`\n`MAILER=smtp`\n`HOUSE`\n`CARD_*`'), small)).toEqual([
      'docs/page.md:1: SMTP_URI',
      'docs/page.md:2: MAILER',
      'docs/page.md:3: HOUSE',
      'docs/page.md:4: CARD',
    ]);
  });

  it('reports counts of OWASP ASVS requirements that differ from the list', () => {
    const words = ['Of the 3 requirements, 1 of 2 that apply are met: 50.0 %.'];
    const sums = ['| V1 One | 1 | 1 | 0 |', '| V2 Two | 0 | 0 | 1 |', '| **sum** | **1** | **1** | **1** |'];
    const errors = (met: string[], notMet: string[], other: string[]) => {
      const rows = (numbers: string[]) => numbers.map((number) => `| ${number} | words | TLS 9.9.9 |`);
      const text = [...words, ...sums, '## Not met', ...rows(notMet), '## Met', ...rows(met), '## Not applicable'];
      return asvsErrors({
        asvs: { path: 'asvs.md', text: [...text, `- none: ${other.join(', ')}`].join('\n') },
        security: { path: 'security.md', text: 'of the 3 in\nthe standard, 2 apply and 1 are met, 50.0 %.' },
      });
    };
    expect(errors(['1.1.1'], ['1.1.2'], ['2.1.1'])).toEqual([]);
    expect(errors(['1.1.1'], ['1.1.2'], ['2.1.1–2.1.3'])).toContain(
      'asvs.md: V2 has 0, 0, 1, but its requirements are 0, 0, 3',
    );
    expect(errors(['1.1.1', '1.1.2'], ['1.1.2'], ['2.1.1'])).toContain('1.1.2 is listed twice');
    expect(errors(['1.1.2', '2.1.1'], ['1.1.1'], [])).toEqual([
      'asvs.md: V2 has 0, 0, 1, but its requirements are 1, 0, 0',
      'asvs.md: sum has 1, 1, 1, but its requirements are 2, 1, 0',
      'asvs.md: the sentence "2 of 3 that apply are met: 66.7 %." is missing',
      'security.md: the sentence "3 apply and 2 are met, 66.7 %." is missing',
    ]);
  });

  it('reports a line wider than 120 columns', () => {
    expect(wideLines(page(`${'x'.repeat(120)}\n${'x'.repeat(121)}`))).toEqual(['docs/page.md:2']);
  });

  it('reports missing and superfluous descriptions of settings, and a stale page', () => {
    const groups = [{ title: 'One', settings: { PORT: 'The port.', GONE: 'Nothing.' } }];
    expect(settingGaps(['HOST', 'PORT'], groups)).toEqual(['HOST has no description', 'GONE is not a setting']);
    const files: Record<string, string> = {
      'server/settings.ts': "import { mailShape } from './mail.ts';\nconst a = z.object({\n  PORT: z.number(),\n});",
      'server/mail.ts': "export const mailShape = {\n  MAIL: z.enum(['none']),\n};",
    };
    expect(listSettingNames((path) => files[path] ?? '')).toEqual(['MAIL', 'PORT']);
    expect(formatSettingsPage([{ title: 'One', settings: { PORT: 'Another sentence.' } }])).not.toBe(
      formatSettingsPage(),
    );
  });
});
