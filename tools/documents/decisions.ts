import { wrapText } from './markdown.ts';
import type { TextFile } from './requirements.ts';

type Decision = { path: string; number: string; title: string; status: string; date: string };

const HEADING = /^# (\d{3})\. (\S.*)$/;
const STATUS = /^Status: (accepted|superseded by \d{3})(?:, |\nDate: )(\d{4}-\d{2}-\d{2})$/;

function readDecision({ path, text }: TextFile): Decision {
  const [heading = '', below = ''] = text.split('\n\n', 2);
  const [, number = '', title = ''] = HEADING.exec(heading) ?? [];
  const [, status = '', date = ''] = STATUS.exec(below) ?? [];
  return { path, number, title, status, date };
}

/**
 * Returns errors at the start of decisions, as 'path: error'. A decision starts with the paragraphs '# NNN. Title' and
 * 'Status: accepted, YYYY-MM-DD' or 'Status: superseded by NNN, YYYY-MM-DD'. Numbers of deleted decisions are not
 * reused.
 */
export function decisionErrors(files: TextFile[]): string[] {
  const numbers = files.map((file) => readDecision(file).number);
  return files.flatMap((file) => {
    const { path, number, title, status, date } = readDecision(file);
    const later = /\d{3}$/.exec(status)?.[0];
    const errors = [
      number === '' && 'the first line must be "# NNN. Title"',
      number !== '' && numbers.indexOf(number) !== numbers.lastIndexOf(number) && `number ${number} is used twice`,
      !/^\d{3}-[a-z0-9-]+\.md$/.test(toFileName(path)) && 'the file name must be NNN-words-of-the-title.md',
      number !== '' && !toFileName(path).startsWith(`${number}-`) && 'the numbers in file name and heading differ',
      title.endsWith('.') && 'the title must not end with a full stop',
      status === '' && 'the second paragraph must be "Status: accepted, YYYY-MM-DD" or "Status: superseded by NNN, …"',
      later !== undefined && !numbers.includes(later) && `decision ${later} does not exist`,
      date !== '' && Number.isNaN(Date.parse(date)) && `${date} is not a date`,
    ];
    return errors.filter((error) => error !== false).map((error) => `${path}: ${error}`);
  });
}

export function formatDecisionsIndex(files: TextFile[]): string {
  const lines = files.map(readDecision).map(({ path, number, title, status }) => {
    const note = status === 'accepted' ? '' : ` (${status})`;
    return wrapText(`- [${number}](${toFileName(path)}): ${title}${note}`, '  ');
  });
  return [
    '# Decisions',
    '',
    wrapText(
      'Choices that are expensive to reverse. To change one, add a record and mark the old one as superseded. How a ' +
        'feature works is in [how it works](../how-it-works/). Numbers of deleted records stay unused. `npm run ' +
        'documents` generates this page.',
    ),
    '',
    ...lines,
    '',
  ].join('\n');
}

const toFileName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
