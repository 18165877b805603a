import { table } from './markdown.ts';
import type { TextFile } from './requirements.ts';

type Decision = { path: string; number: string; title: string; status: string; date: string };

const HEADING = /^# (\d{3})\. (\S.*)$/;
const STATUS = /^Status: (accepted|superseded by (\d{3}))$/;
const DATE = /^Date: (\d{4}-\d{2}-\d{2})$/;

/** What the head of a decision says; a part that is not as it should be is ''. */
function readDecision({ path, text }: TextFile): Decision {
  const [heading = '', , status = '', date = ''] = text.split('\n');
  const [, number = '', title = ''] = HEADING.exec(heading) ?? [];
  return { path, number, title, status: STATUS.exec(status)?.[1] ?? '', date: DATE.exec(date)?.[1] ?? '' };
}

/**
 * What is wrong with the decisions, as 'path: error'. A decision begins with '# NNN. Title', a blank line, 'Status:
 * accepted' or 'Status: superseded by NNN', 'Date: YYYY-MM-DD' and a blank line. Numbers run from 001 without a gap, as
 * the names of the files do.
 */
export function decisionErrors(files: TextFile[]): string[] {
  const numbers = new Set(files.map((file) => readDecision(file).number));
  return files.flatMap((file, index) => {
    const { path, number, title, status, date } = readDecision(file);
    const lines = file.text.split('\n');
    const expected = String(index + 1).padStart(3, '0');
    const later = /\d{3}$/.exec(status)?.[0];
    const errors = [
      number === '' && 'the first line is "# NNN. Title"',
      number !== '' && number !== expected && `its number is ${expected}`,
      !/^\d{3}-[a-z0-9-]+\.md$/.test(nameOf(path)) && 'the file is named NNN-words-of-the-title.md',
      number !== '' && !nameOf(path).startsWith(`${number}-`) && 'the file has another number than the heading',
      title.endsWith('.') && 'a title has no full stop',
      status === '' && 'the third line is "Status: accepted" or "Status: superseded by NNN"',
      later !== undefined && !numbers.has(later) && `there is no decision ${later}`,
      (date === '' || Number.isNaN(Date.parse(date))) && 'the fourth line is "Date: YYYY-MM-DD"',
      (lines[1] !== '' || lines[4] !== '') && 'a blank line stands before the status and after the date',
    ];
    return errors.filter((error) => error !== false).map((error) => `${path}: ${error}`);
  });
}

/** docs/decisions/README.md */
export function decisionsIndex(files: TextFile[]): string {
  const rows = files.map(readDecision).map(({ number, title, status, date }) => {
    return [`[${number}]`, title, status, date];
  });
  const links = files.map(readDecision).map(({ path, number }) => `[${number}]: ${nameOf(path)}`);
  return [
    '# Decisions',
    '',
    'Why things are as they are, where a reader could have expected something else. One decision a file: what the matter was,',
    'what was decided, how it is checked. A decision that no longer holds is not deleted; it names the one that replaced it.',
    'Made by `npm run documents` from the heads of the files.',
    '',
    ...table([['no.', 'title', 'status', 'date'], ...rows]),
    '',
    ...links,
    '',
  ].join('\n');
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
