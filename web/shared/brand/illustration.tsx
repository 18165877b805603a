import { classes } from '#web/ui/classes.ts';
import { Picture } from '#web/ui/picture.tsx';

const GROUNDS = {
  'empty-cart': '#f5cfc2',
  'empty-orders': '#dceaf0',
  'not-found': '#a5cde0',
  error: '#f6dc96',
} as const;

export function Illustration({ name, large = false }: { name: keyof typeof GROUNDS; large?: boolean }) {
  return (
    <span
      className={classes('block w-64 max-w-[70vw] overflow-hidden rounded-card', large && 'lg:w-[30rem] xl:w-[34rem]')}
    >
      <Picture
        picture={{ id: name, version: '1', width: 600, height: 480, ground: GROUNDS[name] }}
        alt=""
        sizes={large ? '(min-width: 1280px) 544px, (min-width: 1024px) 480px, 256px' : '256px'}
        first
        // Scales the drawing up, because its rounded corners are larger than the card's.
        className={large ? 'lg:scale-[1.04]' : ''}
      />
    </span>
  );
}
