import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { lazyComponent } from '../../popups/lazy-component.tsx';
import type { Person } from '../../state/gift-card-drafts.ts';
import { setOthers } from '../../state/gift-cards.ts';
import { offerUndo } from '../../state/toasts.ts';
import { normalizeNumber } from '../recipient/recipients.ts';

const FileSheet = lazyComponent(() => import('./file-sheet.tsx').then((file) => file.FileSheet), { waiting: null });

const SHOWN = 3;

type FromFileProps = { cardKey: string; chosen: readonly Person[]; others: readonly Person[] };

export function FromFile({ cardKey, chosen, others }: FromFileProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const names = others.slice(0, SHOWN).map((person) => `${person.recipient_firstname} ${person.recipient_lastname}`);
  const named = names.join(', ');
  const hidden = others.length - names.length;
  const listed = useMemo(() => others.map((person) => normalizeNumber(person.recipient_mobile)), [others]);
  const twice = chosen.filter((person) => listed.includes(normalizeNumber(person.recipient_mobile))).length;
  function remove() {
    setOthers(cardKey, []);
    offerUndo(t`Removed`, () => setOthers(cardKey, [...others]));
  }
  return (
    <>
      {others.length > 0 && (
        <p data-from-file={others.length} className="mt-4 flex gap-2 text-15">
          <Icon name="gift" className="size-5 shrink-0 text-accent" />
          <span className="min-w-0 wrap-anywhere">
            {hidden > 0
              ? t({ message: plural(hidden, { one: `${named} and # more`, other: `${named} and # more` }) })
              : named}
          </span>
        </p>
      )}
      {twice > 0 && (
        <p className="mt-2 flex gap-1.5 text-15 font-semibold text-warn">
          <Icon name="alert" className="size-5 shrink-0" />
          {t({
            message: plural(twice, {
              one: '# person is entered above and in your list, and would get two cards.',
              other: '# people are entered above and in your list, and would get two cards.',
            }),
          })}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon name={others.length > 0 ? 'edit' : 'copy'} className="size-5" />
          {others.length > 0 ? t`Change the list` : t`Add from a file`}
        </Button>
        {others.length > 0 && (
          <Button variant="danger" onClick={remove}>
            <Trans>Remove the list</Trans>
          </Button>
        )}
      </div>
      {open && <FileSheet cardKey={cardKey} chosen={chosen} onClose={() => setOpen(false)} />}
    </>
  );
}
