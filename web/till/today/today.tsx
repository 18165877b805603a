import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { TextField } from '#web/ui/form/text-field.tsx';
import { formatTillDay, toLocalDay } from './day.ts';
import { type DayProps, DaySales } from './day-sales.tsx';

export function Today(props: Omit<DayProps, 'day'>) {
  const { i18n, t } = useLingui();
  // null means today, even if the page stays open past midnight.
  const [picked, setPicked] = useState<string | null>(null);
  const today = toLocalDay(new Date());
  // While a date is being typed, Date.parse() returns NaN, which compares as false.
  const isEarlier = (day: string) => Date.parse(day) < Date.parse(today);
  return (
    <div className="page flex w-full max-w-[44rem] grow flex-col gap-4 py-5 lg:py-10">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <h1 className="text-32">{picked === null ? <Trans>Today</Trans> : formatTillDay(picked, i18n.locale)}</h1>
        <TextField
          type="date"
          label={t`Day`}
          name="day"
          autoComplete="off"
          max={today}
          value={picked ?? today}
          onValue={(day) => setPicked(isEarlier(day) ? day : null)}
        />
      </div>
      <DaySales key={picked} day={picked} {...props} />
    </div>
  );
}
