import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import type { StatusWords, Tone } from './order-status.ts';

const tones: Record<Tone, string> = { muted: 'text-muted', good: 'text-good', warn: 'text-warn', bad: 'text-bad' };

type StatusLineProps = { status: StatusWords; pill?: boolean; className?: string };

export function StatusLine({ status: { text, tone, icon }, pill = false, className }: StatusLineProps) {
  return (
    <span
      className={classes(
        'inline-flex items-start gap-1.5 text-15 font-semibold',
        pill && 'rounded-card border border-current/35 py-0.5 pr-3 pl-2',
        tones[tone],
        className,
      )}
    >
      <Icon name={icon} className="size-5" />
      <span className="min-w-0">{text}</span>
    </span>
  );
}
