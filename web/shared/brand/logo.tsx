import { classes } from '#web/ui/classes.ts';
import { brand } from './brand.ts';

export function Logo({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={brand.logo.viewBox}
      className={classes('size-[28px] shrink-0 fill-accent', className)}
    >
      {brand.logo.mark.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
