import { Trans } from '@lingui/react/macro';
import { classes } from '#web/ui/classes.ts';
import { Icon, type IconName } from '#web/ui/icons.tsx';
import type { SendWords } from '../../send-time/send-words.ts';

const marks: Record<SendWords['kind'], { icon: IconName; tone: string }> = {
  now: { icon: 'phone', tone: 'text-good' },
  passed: { icon: 'phone', tone: 'text-warn' },
  later: { icon: 'calendar', tone: 'text-good' },
  quiet: { icon: 'clock', tone: 'text-warn' },
};

export function SendNotice({ words, lastDay }: { words: SendWords; lastDay?: string | undefined }) {
  const { icon, tone } = marks[words.kind];
  return (
    <div role="status" className="flex gap-3 rounded-card bg-accent-soft p-4 text-15">
      <Icon name={icon} className={classes('size-6', tone)} />
      <div className="self-center">
        <p className="font-semibold">{words.sentence}</p>
        {words.readerSentence && <p className="mt-0.5">{words.readerSentence}</p>}
        {lastDay && (
          <p className="mt-0.5">
            <Trans>The gift card can then be used until {lastDay}.</Trans>
          </p>
        )}
      </div>
    </div>
  );
}
