import type { CSSProperties } from 'react';
import { classes } from './classes.ts';

/** Put several skeletons into one element with aria-busy and hidden text. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return (
    <span
      aria-hidden="true"
      style={style}
      className={classes('block max-w-full animate-pulse rounded-control bg-sunken', className)}
    />
  );
}
