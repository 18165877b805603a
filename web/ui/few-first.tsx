import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';

export const MANY = 20;
const FEW = 10;
/** A phone renders this many items without a pause. */
const STEP = 100;

export function FewFirst<Item>({ items, children }: { items: readonly Item[]; children: (item: Item) => ReactNode }) {
  const { t } = useLingui();
  const [shownCount, setShown] = useState(FEW);
  const hidden = items.length > MANY ? Math.max(0, items.length - shownCount) : 0;
  return (
    <>
      {items.slice(0, items.length - hidden).map(children)}
      {hidden > 0 && (
        <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="text-15 text-muted tabular">
            {t({ message: plural(hidden, { one: 'and # more', other: 'and # more' }) })}
          </span>
          <Button
            variant="plain"
            onClick={({ currentTarget }) => {
              const list = currentTarget.closest('ul');
              setShown(shownCount + STEP);
              requestAnimationFrame(() =>
                list?.children[shownCount]?.querySelector<HTMLElement>('summary, a, button')?.focus(),
              );
            }}
          >
            <Trans>Show more</Trans>
          </Button>
        </li>
      )}
    </>
  );
}
