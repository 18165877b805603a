import { classes } from './classes.ts';

/** Prefix, amount and currency, whose order varies by language. */
const PARTS = /^([^\d$-]*)(-?\$?\d(?:[\d.,'’\u00a0\u202f]*\d)?)(\D*)$/;
const sizes = { small: 'text-17', medium: 'text-20', large: 'text-32' };

export function Price({
  text,
  size = 'medium',
  className,
}: {
  text: string;
  size?: keyof typeof sizes;
  className?: string;
}) {
  const [, from = '', amount = text, currency = ''] = PARTS.exec(text) ?? [];
  return (
    <span className={classes('price', className)}>
      {from}
      <span className={sizes[size]}>{amount}</span>
      {currency}
    </span>
  );
}
