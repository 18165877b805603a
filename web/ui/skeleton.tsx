import type { CSSProperties } from 'react';
import { classes } from './classes.ts';

/** A grey shape where something will come. Put several inside one element with aria-busy and a hidden text. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return (
    <span
      aria-hidden="true"
      style={style}
      className={classes('block max-w-full animate-pulse rounded-control bg-sunken', className)}
    />
  );
}
