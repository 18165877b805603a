import { classes } from '#web/ui/classes.ts';
import { brand } from './brand.ts';

export function Hero({ first = false, className }: { first?: boolean; className?: string }) {
  return (
    <img
      src={brand.hero.src}
      alt=""
      width={1200}
      height={960}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      className={classes('block h-auto w-full object-cover', className)}
      style={{ backgroundColor: brand.hero.ground }}
    />
  );
}
