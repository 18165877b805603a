import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useId, useState } from 'react';
import type { WallTime } from '#contract/rules/time/wall-time.ts';
import { Icon } from '#web/ui/icons.tsx';
import { formatTimeOfDay } from '../../send-time/send-words.ts';
import { formatTwoDigits, parseTypedNumber, spin } from './spin.ts';

const words = {
  hour: { name: msg`Hour`, later: msg`Hour later`, earlier: msg`Hour earlier` },
  minute: { name: msg`Minute`, later: msg`Minute later`, earlier: msg`Minute earlier` },
};

export function TimeOfDay({ time, onTime }: { time: WallTime; onTime: (time: WallTime) => void }) {
  const { i18n } = useLingui();
  const spoken = formatTimeOfDay(i18n, time);
  const digits = `${formatTwoDigits(time.hour)}:${formatTwoDigits(time.minute)}`;
  return (
    <div className="flex items-end justify-center gap-3 sm:justify-start">
      <TimeSpinner part="hour" value={time.hour} count={24} onValue={(hour) => onTime({ ...time, hour })} />
      <span aria-hidden="true" className="self-center pt-6 font-display text-25 font-bold">
        :
      </span>
      <TimeSpinner part="minute" value={time.minute} count={60} onValue={(minute) => onTime({ ...time, minute })} />
      {spoken !== digits && (
        <span aria-hidden="true" className="self-center pt-6 text-17 whitespace-nowrap text-muted">
          {spoken}
        </span>
      )}
    </div>
  );
}

type TimeSpinnerProps = {
  part: keyof typeof words;
  value: number;
  count: number;
  onValue: (value: number) => void;
};

const arrow = 'grid h-12 w-full place-items-center text-ink hover:bg-sunken';

function TimeSpinner({ part, value, count, onValue }: TimeSpinnerProps) {
  const { i18n } = useLingui();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);

  function type(text: string) {
    const digits = text.replace(/\D/g, '').slice(-2);
    const number = parseTypedNumber(digits, count);
    setTyped(digits);
    if (number !== null) onValue(number);
  }

  function move(by: number) {
    setTyped(null);
    onValue(spin(value, by, count));
  }

  return (
    <div className="flex w-20 flex-col items-center">
      <label htmlFor={id} className="mb-1.5 text-13 text-muted">
        {i18n._(words[part].name)}
      </label>
      <div className="w-full overflow-hidden rounded-control border border-edge bg-surface">
        <button type="button" aria-label={i18n._(words[part].later)} onClick={() => move(1)} className={arrow}>
          <Icon name="up" className="size-5" />
        </button>
        <input
          id={id}
          type="text"
          role="spinbutton"
          inputMode="numeric"
          autoComplete="off"
          aria-valuenow={value}
          aria-valuemin={0}
          aria-valuemax={count - 1}
          value={typed ?? formatTwoDigits(value)}
          onFocus={(event) => event.target.select()}
          onBlur={() => setTyped(null)}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
            if (by === 0) return;
            event.preventDefault();
            move(by);
          }}
          className="block h-13 w-full bg-transparent text-center font-display text-25 font-bold tabular -outline-offset-2"
        />
        <button type="button" aria-label={i18n._(words[part].earlier)} onClick={() => move(-1)} className={arrow}>
          <Icon name="down" className="size-5" />
        </button>
      </div>
    </div>
  );
}
