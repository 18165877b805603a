import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings, settingChoices } from '#server/settings.ts';
import { root } from '../checks/source-files.ts';
import { wrapped } from './markdown.ts';
import { otherVariables, type SettingGroup, settingGroups } from './settings-reference.ts';

const SETTINGS_FILE = 'server/settings.ts';

/** The names of all settings: the keys of server/settings.ts and of the shapes it takes from other files. */
export function settingNames(read = readSource): string[] {
  const main = read(SETTINGS_FILE);
  const parts = [...main.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => join(SETTINGS_FILE, '..', path));
  const texts = [main, ...parts.map((path) => read(path.replaceAll('\\', '/')))];
  const keys = texts.flatMap((text) => [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name));
  return [...new Set(keys)].sort();
}

/** Settings without a sentence and sentences without a setting, as words. */
export function settingGaps(names: string[], groups: SettingGroup[]): string[] {
  const described = groups.flatMap(({ settings }) => Object.keys(settings));
  return [
    ...names.filter((name) => !described.includes(name)).map((name) => `${name} has no sentence`),
    ...described.filter((name) => !names.includes(name)).map((name) => `${name} is no setting`),
    ...described.filter((name, at) => described.indexOf(name) !== at).map((name) => `${name} is described twice`),
  ];
}

/** docs/reference/settings.md */
export function settingsPage(groups: SettingGroup[] = settingGroups): string {
  const sections = groups.map(({ title, about, settings }) => {
    const lines = Object.entries(settings).map(([name, sentence]) => line(`\`${name}\` (${kind(name)}): ${sentence}`));
    return [`## ${title}`, '', ...(about ? [wrapped(about), ''] : []), ...lines].join('\n');
  });
  const others = Object.entries(otherVariables).map(([name, sentence]) => line(`\`${name}\`: ${sentence}`));
  return [
    '# Settings',
    '',
    wrapped(
      'Everything is set by environment variables. The server checks them all at its start, names what is wrong in one ' +
        'sentence and stops. An empty variable counts as not set. Made by `npm run documents` from `server/settings.ts` ' +
        'and `tools/documents/settings-reference.ts`; a test holds this page to both.',
    ),
    '',
    ...sections.flatMap((section) => [section, '']),
    '## Variables of builds, tests and the proxy',
    '',
    'The server does not read these.',
    '',
    ...others,
    '',
  ].join('\n');
}

const line = (text: string) => wrapped(`- ${text}`, '  ');

/** What a setting takes where that is a short list, and what it is when nobody sets it. */
function kind(name: string): string {
  const taken = settingChoices(name).map((choice) => `\`${choice}\``);
  const value = defaultOf(name);
  const unset = value === '' ? 'not set by default' : `default \`${value}\``;
  return taken.length === 0 ? unset : `${taken.slice(0, -1).join(', ')} or ${taken.at(-1)}; ${unset}`;
}

function defaultOf(name: string): string {
  const defaults: Record<string, unknown> = readSettings({});
  return String(defaults[name] ?? '');
}

function readSource(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
