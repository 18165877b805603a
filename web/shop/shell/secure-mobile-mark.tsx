import { Trans, useLingui } from '@lingui/react/macro';
import { classes } from '#web/ui/classes.ts';

export function SecureMobileMark({ className }: { className?: string }) {
  const { t } = useLingui();
  return (
    <svg
      role="img"
      aria-label={t`Powered by Secure Mobile`}
      viewBox="0 0 148 32"
      className={classes('h-8 w-37 max-w-[38vw]', className)}
    >
      <rect x="3" y="2" width="17" height="28" rx="4" className="fill-ink" />
      <rect x="5.5" y="5.5" width="12" height="19" rx="1.5" className="fill-surface" />
      <path
        d="M19 9.5l8.5 3v6c0 5-3.6 8.3-8.5 10.5-4.9-2.2-8.5-5.5-8.5-10.500v-6z"
        className="fill-accent stroke-surface"
        strokeWidth="1.5"
      />
      <path
        d="M15.5 18.800l2.5 2.5 4.6-4.6"
        fill="none"
        className="stroke-on-accent"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <text x="36" y="13" fontSize="10" className="fill-muted">
        <Trans>Powered by</Trans>
      </text>
      <text x="36" y="27" fontSize="14" fontWeight="700" className="fill-ink font-display">
        Secure Mobile
      </text>
    </svg>
  );
}
