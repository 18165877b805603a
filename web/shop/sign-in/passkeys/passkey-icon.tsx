import { classes } from '#web/ui/classes.ts';

export function PasskeyIcon({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={classes('icon', className)}>
      <path d="M8 20a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM11.200 12.300L20 3.500M16 7.500l3 3M8 15.500h.01" />
    </svg>
  );
}
