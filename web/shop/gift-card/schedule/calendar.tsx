import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { Day } from '#contract/rules/time/wall-time.ts';
import { IconButton } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { addMonths, isBefore, isSameDay, monthGrid, moveDay } from '../../send-time/calendar-grid.ts';
import { formatMonth, formatWeekdayDate, weekdayNames } from '../../send-time/send-words.ts';

type CalendarProps = {
  value: Day;
  today: Day;
  onValue: (day: Day) => void;
};

/** ARIA grid: arrow keys move by day, Page keys by month; Enter or Space selects. */
export function Calendar({ value, today, onValue }: CalendarProps) {
  const { i18n, t } = useLingui();
  const titleId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [focus, setFocus] = useState(value);
  const [followed, follow] = useState(value);
  if (!isSameDay(followed, value)) {
    follow(value);
    setFocus(value);
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = moveDay(focus, event.key, today);
    if (!next) return;
    event.preventDefault();
    setFocus(next);
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus());
  }

  function turn(months: number) {
    const next = addMonths(focus, months);
    setFocus(isBefore(next, today) ? today : next);
  }

  const firstMonth = focus.year === today.year && focus.month === today.month;
  return (
    <div className="self-start rounded-card border border-line bg-surface p-2 sm:p-4">
      <div className="flex items-center justify-between">
        <IconButton
          label={t`Previous month`}
          disabled={firstMonth}
          onClick={() => turn(-1)}
          className="disabled:opacity-30"
        >
          <Icon name="back" />
        </IconButton>
        <h2 id={titleId} aria-live="polite" className="text-17">
          {formatMonth(i18n, focus)}
        </h2>
        <IconButton label={t`Next month`} onClick={() => turn(1)}>
          <Icon name="forward" />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern is a table with one tab stop. */}
      <table ref={grid} role="grid" aria-labelledby={titleId} onKeyDown={onKeyDown} className="w-full table-fixed">
        <thead>
          <tr>
            {weekdayNames(i18n).map(({ name, short }) => (
              <th key={name} scope="col" abbr={name} className="h-9 text-13 font-semibold text-muted">
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listRemainingWeeks(today, focus).map((week, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: weeks have no other identity.
            <tr key={index}>
              {week.map((day, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above.
                <td key={column} className="p-0.5 text-center">
                  {day && <DayButton day={day} marks={{ value, today, focus }} onValue={onValue} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function listRemainingWeeks(today: Day, month: Day): (Day | null)[][] {
  return monthGrid(month).filter((week) => week.some((day) => day && !isBefore(day, today)));
}

type DayButtonProps = { day: Day; marks: { value: Day; today: Day; focus: Day }; onValue: (day: Day) => void };

function DayButton({ day, marks: { value, today, focus }, onValue }: DayButtonProps) {
  const chosen = isSameDay(day, value);
  const isToday = isSameDay(day, today);
  const { i18n, t } = useLingui();
  const date = formatWeekdayDate(i18n, day, today);
  return (
    <button
      type="button"
      tabIndex={isSameDay(day, focus) ? 0 : -1}
      disabled={isBefore(day, today)}
      aria-label={isToday ? t`${date}, today` : date}
      aria-current={isToday ? 'date' : undefined}
      aria-pressed={chosen}
      onClick={() => onValue(day)}
      className={classes(
        'relative mx-auto grid h-11 w-full max-w-14 place-items-center rounded-control text-17 tabular transition-colors',
        chosen
          ? 'bg-accent font-bold text-on-accent'
          : 'enabled:hover:bg-sunken disabled:text-muted disabled:opacity-45',
        isToday && !chosen && 'font-bold text-accent',
      )}
    >
      {day.day}
      {isToday && <span aria-hidden="true" className="absolute bottom-1 h-1 w-4 rounded-full bg-current" />}
    </button>
  );
}
