import { formatCount } from '#server/platform/kernel/plain-texts.ts';
import { escapeHtml } from '#server/platform/kernel/text.ts';
import type { PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { ALARMS } from './alarm-rules.ts';
import { type AlarmRow, listAlarmsAtInstant } from './alarms-store.ts';

const REF = 'alarms-';

export const formatAlarmRef = (instant: Date): string => `${REF}${instant.getTime()}`;

export const hasMessage = ({ name }: { name: string }): boolean => {
  const alarmKinds: Record<string, { ownMessage: boolean }> = ALARMS;
  return alarmKinds[name]?.ownMessage === false;
};

/** Alarm texts name one alarm, and alarm emails list all. */
export const alarmMessages: PurposeHandler = {
  retriedBy: 'job',
  async compose({ database, settings }, { ref, channel }) {
    const instant = new Date(Number(ref.slice(REF.length).split('-')[0]));
    const alarms = (await listAlarmsAtInstant(database.orm, instant)).filter(hasMessage);
    const lines = alarms.map((alarm) => formatAlarmLine(alarm));
    const [first] = lines;
    if (first === undefined) return 'not needed';
    const suffix = lines.length === 1 ? '' : ` And ${formatCount(lines.length - 1, 'more alarm')}.`;
    if (channel !== 'email') return { text: `${settings.SHOP_NAME}: ${first}${suffix} See docs/how-to/alarms.md` };
    const text = [...lines.map((line) => `- ${line}`), '', 'What to do: docs/how-to/alarms.md', ''].join('\n');
    const html = `<!doctype html><html lang="en"><body><pre style="font:16px/1.5 ui-monospace,monospace;white-space:pre-wrap">${escapeHtml(text)}</pre></body></html>`;
    const hasEnded = alarms.every(({ endedAt }) => endedAt !== null);
    const names = alarms.map(({ name }) => name).join(', ');
    return { subject: `${hasEnded ? 'Ended' : 'Alarm'}: ${names}`, text, html };
  },
};

const formatAlarmLine = ({ name, sentence, endedAt }: AlarmRow): string =>
  endedAt === null ? `${name}: ${sentence}` : `${name} has ended. It was: ${sentence}`;
