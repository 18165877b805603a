import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings, settingChoices } from '#server/settings.ts';
import { root } from '../checks/source-files.ts';
import { wrapText } from './markdown.ts';
import { otherVariables, type SettingGroup, settingGroups } from './settings-reference.ts';

const SETTINGS_FILE = 'server/settings.ts';

/** Returns the names of all settings, including those of imported shapes. */
export function listSettingNames(read = readSource): string[] {
  const main = read(SETTINGS_FILE);
  const parts = [...main.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => join(SETTINGS_FILE, '..', path));
  const texts = [main, ...parts.map((path) => read(path.replaceAll('\\', '/')))];
  const keys = texts.flatMap((text) => [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name));
  return [...new Set(keys)].sort();
}

/** Returns an error for each setting without a description and each description without a setting. */
export function settingGaps(names: string[], groups: SettingGroup[]): string[] {
  const described = groups.flatMap(({ settings }) => Object.keys(settings));
  return [
    ...names.filter((name) => !described.includes(name)).map((name) => `${name} has no description`),
    ...described.filter((name) => !names.includes(name)).map((name) => `${name} is not a setting`),
    ...described.filter((name, index) => described.indexOf(name) !== index).map((name) => `${name} is described twice`),
  ];
}

export function formatSettingsPage(groups: SettingGroup[] = settingGroups): string {
  const sections = groups.map(({ title, about, settings }) => {
    const lines = Object.entries(settings).map(([name, text]) =>
      formatListItem(`\`${name}\`${formatKind(name)}: ${text}`),
    );
    return [`## ${title}`, '', ...(about ? [wrapText(about), ''] : []), ...lines].join('\n');
  });
  const otherLines = Object.entries(otherVariables).map(([name, sentence]) =>
    formatListItem(`\`${name}\`: ${sentence}`),
  );
  return [
    '# Settings',
    '',
    wrapText(
      'Environment variables configure the shop; the server exits at startup naming any mistake. An empty variable ' +
        'counts as unset. `npm run documents` generates this page from `server/settings.ts` and ' +
        '`tools/documents/settings-reference.ts`.',
    ),
    '',
    ...sections.flatMap((section) => [section, '']),
    '## Builds, tests and the proxy',
    '',
    'The server does not read these variables.',
    '',
    ...otherLines,
    '',
  ].join('\n');
}

const formatListItem = (text: string) => wrapText(`- ${text}`, '  ');

function formatKind(name: string): string {
  const choices = settingChoices(name).map((choice) => `\`${choice}\``);
  const value = readDefault(name);
  const facts = [
    choices.length === 0 ? '' : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`,
    value === '' ? '' : `default \`${value}\``,
  ].filter((fact) => fact !== '');
  return facts.length === 0 ? '' : ` (${facts.join('; ')})`;
}

function readDefault(name: string): string {
  const defaults: Record<string, unknown> = readSettings({});
  return String(defaults[name] ?? '');
}

function readSource(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
