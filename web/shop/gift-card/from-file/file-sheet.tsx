import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { MAX_RECIPIENTS } from '#contract/rules/limits.ts';
import { priceText, toCents, toDollars } from '#contract/rules/money/money.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { focusFirstError } from '#web/ui/form/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Sheet, SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { showError } from '../../errors/show-error.ts';
import { useCurrencyView } from '../../session/session.ts';
import type { Person } from '../../state/gift-card-drafts.ts';
import { countGiftCards, useGiftCards } from '../../state/gift-cards.ts';
import { showToast } from '../../state/toasts.ts';
import { listCardRecipients, useSameCards } from '../recipient/same-cards.ts';
import { ChooseFile } from './choose-file.tsx';
import type { JudgedLine } from './judge-lines.ts';
import { LineFields, ReadyLine } from './line-fields.tsx';
import { type ListState, useList } from './use-list.ts';

type FileSheetProps = { cardKey: string; chosen: readonly Person[]; onClose: () => void };

export function FileSheet({ cardKey, chosen, onClose }: FileSheetProps) {
  const card = useGiftCards(({ giftCards }) => giftCards[cardKey]);
  const inCart = useSameCards(cardKey);
  const list = useList({
    cardKey,
    chosen: [...chosen, ...listCardRecipients(inCart)],
    addedPeople: card?.others ?? [],
  });
  return (
    <Sheet onClose={onClose} broad className="@container">
      <SheetTitle>
        {list.lines === null ? <Trans>Add people from a file</Trans> : <Trans>Check your list</Trans>}
      </SheetTitle>
      {list.lines === null ? (
        <ChooseFile onRead={list.read} />
      ) : (
        <List
          list={list}
          lines={list.lines}
          price={card?.price ?? 0}
          cardKey={cardKey}
          chosen={chosen}
          onClose={onClose}
        />
      )}
    </Sheet>
  );
}

type ListProps = FileSheetProps & { list: ListState; lines: readonly JudgedLine[]; price: number };

function List({ list, lines, price, cardKey, chosen, onClose }: ListProps) {
  const { i18n, t } = useLingui();
  const limit = MAX_RECIPIENTS.toLocaleString(i18n.locale);
  const body = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState(false);
  const good = lines.filter(({ verdict }) => verdict === 'good').length;
  const open = lines.filter(({ verdict }) => verdict === 'wrong' || verdict === 'double').length;
  const tooMany = chosen.length + good + useElsewhere(cardKey) - MAX_RECIPIENTS;

  useEffect(() => body.current?.closest('dialog')?.querySelector('h2')?.focus(), []);

  async function take(): Promise<void> {
    setTried(true);
    if (open > 0 || tooMany > 0 || good === 0) return focusFirstError(body.current);
    try {
      if (!(await list.take())) return focusFirstError(body.current);
      showToast(t({ message: plural(good, { one: '# person added', other: '# people added' }) }));
      onClose();
    } catch (error) {
      showError(error);
    }
  }
  return (
    <div ref={body}>
      <p role="status" className="mt-2 text-15 text-muted">
        {t({ message: plural(good, { one: '# person is ready.', other: '# people are ready.' }) })}{' '}
        {open > 0 && t({ message: plural(open, { one: '# row needs fixing.', other: '# rows need fixing.' }) })}
      </p>
      <Button variant="quiet" className="-ml-3 px-3! text-15!" disabled={list.busy} onClick={list.clear}>
        <Trans>Choose another file</Trans>
      </Button>
      {tooMany > 0 && (
        <Notice tone="warn" className="mt-3">
          {t({
            message: plural(tooMany, {
              one: `${limit} cards fit into one order. Skip # more person, or split your file.`,
              other: `${limit} cards fit into one order. Skip # more people, or split your file.`,
            }),
          })}
        </Notice>
      )}
      <fieldset disabled={list.busy} className="contents">
        <Asked list={list} lines={lines} />
        <Ready list={list} lines={lines} />
      </fieldset>
      <div className="bottom-0 z-10 -mx-5 mt-5 -mb-5 flex flex-col gap-3 border-t border-line bg-surface px-5 pt-3 pb-5 sm:-mx-7 sm:-mb-7 sm:px-7 sm:pb-7 @3xs:sticky">
        {open > 0 && (
          <div
            role={tried ? 'alert' : undefined}
            className={classes(
              'flex flex-wrap items-center justify-between gap-x-3 text-15',
              tried && 'font-semibold text-bad',
            )}
          >
            <Trans>Fix these rows, or skip them.</Trans>
            <Button variant="quiet" className="px-3! text-15!" onClick={list.leaveOutWrong}>
              {t({ message: plural(open, { one: 'Skip # row', other: 'Skip # rows' }) })}
            </Button>
          </div>
        )}
        <Sum cards={good + chosen.length} price={price} />
        <Button wide busy={list.busy} disabled={good + open === 0} onClick={() => void take()}>
          {open > 0
            ? t({ message: plural(open, { one: 'Fix # row first', other: 'Fix # rows first' }) })
            : t({ message: plural(good, { one: 'Add # person', other: 'Add # people' }) })}
        </Button>
      </div>
    </div>
  );
}

const useElsewhere = (cardKey: string): number =>
  useGiftCards(({ giftCards }) =>
    countGiftCards(Object.entries(giftCards).flatMap(([key, card]) => (key === cardKey ? [] : [card]))),
  );

function Sum({ cards, price }: { cards: number; price: number }) {
  const { t } = useLingui();
  const total = priceText(toDollars(toCents(price) * cards), useCurrencyView());
  return (
    <p className="flex justify-between gap-4 text-15 tabular">
      <span className="text-muted">{t({ message: plural(cards, { one: '# card', other: '# cards' }) })}</span>
      <span className="font-semibold">{total}</span>
    </p>
  );
}

type LinesProps = Pick<ListProps, 'list' | 'lines'>;

/** Rows drawn at first, because a wrong column can make a thousand rows invalid. */
const SHOWN = 20;

function Asked({ list, lines }: LinesProps) {
  const { t } = useLingui();
  const [shownCount, setShown] = useState(SHOWN);
  const askedLines = lines.filter((line) => line.asked || line.verdict === 'wrong' || line.verdict === 'double');
  const hidden = askedLines.length - shownCount;
  if (askedLines.length === 0) return null;
  return (
    <section aria-label={t`Rows to fix`} className="mt-4 space-y-5">
      {askedLines.slice(0, shownCount).map((judged) => (
        <LineFields key={judged.line} judged={judged} list={list} />
      ))}
      {hidden > 0 && (
        <Button variant="plain" wide onClick={() => setShown(shownCount + SHOWN)}>
          {t({ message: plural(hidden, { one: 'Show # more row', other: 'Show # more rows' }) })}
        </Button>
      )}
    </section>
  );
}

function Ready({ list, lines }: LinesProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const ready = lines.filter(({ verdict, asked }) => verdict === 'good' && !asked);
  const latest = useRef(list);
  latest.current = list;
  const leaveOut = useCallback((line: number) => latest.current.leaveOut(line, true), []);
  if (ready.length === 0) return null;
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="mt-4">
      <summary className="min-h-12 py-3 text-15 font-semibold">
        {t({ message: plural(ready.length, { one: 'Show the # that is ready', other: 'Show the # that are ready' }) })}
      </summary>
      {open && (
        <ul className="divide-y divide-line">
          {ready.map(({ line, person }) => (
            <ReadyLine key={line} line={line} person={person} onLeaveOut={leaveOut} />
          ))}
        </ul>
      )}
    </details>
  );
}
