import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icons.tsx';

const tones: Record<'info' | 'good' | 'warn' | 'bad', { icon: IconName; tone: string }> = {
  info: { icon: 'shield', tone: 'text-muted' },
  good: { icon: 'check', tone: 'text-good' },
  warn: { icon: 'clock', tone: 'text-warn' },
  bad: { icon: 'alert', tone: 'text-bad' },
};

export function Notice({
  tone = 'info',
  icon = tones[tone].icon,
  children,
  className,
}: {
  tone?: keyof typeof tones;
  icon?: IconName;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classes('flex gap-3 rounded-card border border-line bg-surface p-4 text-15', className)}
    >
      <Icon name={icon} className={tones[tone].tone} />
      <div className="min-w-0 grow self-center">{children}</div>
    </div>
  );
}
