import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { wallTimeAt, writeWallTime } from '#contract/rules/wall-time.ts';
import { ZONES } from '#contract/rules/zones.ts';
import { showProblem } from '../../api/problems.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { Calendar } from './calendar.tsx';
import { type FlowCard, stepPath } from './flow-card.ts';
import { FlowScreen } from './flow-screen.tsx';
import { SendNotice } from './send-notice.tsx';
import { sendWords } from './send-words.ts';
import { TimeSpinner } from './time-spinner.tsx';
import { type Refusal, saveSchedule } from './use-flow-card.ts';
import { ownZone, useNow } from './use-now.ts';
import { inZone, quickChoices, scheduleOf, shownTime, storedWish, type TimeWish } from './wish-time.ts';

/** RT-23..RT-27, ST-049..ST-061. */
export default function SchedulePage() {
  return (
    <FlowScreen step="schedule" title="Schedule Gift Card" lead="Straight away, or on the day.">
      {(card) => <ScheduleForm key={card.detailsId} card={card} />}
    </FlowScreen>
  );
}

const zones = ZONES.map(({ id, city, country }) => ({
  value: id,
  label: `${city}, ${country === 'AU' ? 'Australia' : 'United States'}`,
}));

function ScheduleForm({ card }: { card: FlowCard }) {
  const navigate = useNavigate();
  const now = useNow();
  const [zone, setZone] = useState(card.timezone);
  const [wish, setWish] = useState<TimeWish>(() => storedWish(card.scheduled_delivery, { zone: card.timezone, now }));
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const place = { zone, now };
  const time = shownTime(wish, place);

  function change(next: TimeWish) {
    setWish(next);
    setRefused(null);
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      const against = await saveSchedule(card, scheduleOf(wish, { zone, now: Date.now() }));
      setRefused(against);
      if (!against) await navigate(stepPath(card, 'preview'));
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  }

  const words = sendWords({ at: writeWallTime(time), zone, now, ownZone: ownZone(), paid: !card.local });
  return (
    <form onSubmit={(event) => void save(event)} className="mt-4 flex grow flex-col">
      <QuickChoices place={place} wish={wish} onWish={change} />
      <div className="mt-4 grid gap-5 sm:grid-cols-2 sm:gap-10">
        <Calendar
          value={time}
          today={wallTimeAt(now, zone)}
          onValue={({ year, month, day }) => change({ ...time, year, month, day })}
        />
        <div className="flex flex-col gap-5">
          <div className="flex items-end justify-center gap-3 sm:justify-start">
            <TimeSpinner label="Hour" value={time.hour} count={24} onValue={(hour) => change({ ...time, hour })} />
            <span aria-hidden="true" className="self-center pt-6 font-display text-25 font-bold">
              :
            </span>
            <TimeSpinner
              label="Minute"
              value={time.minute}
              count={60}
              onValue={(minute) => change({ ...time, minute })}
            />
          </div>
          <Select
            label="Time zone"
            name="timezone"
            value={zone}
            options={zones}
            onValue={(next) => {
              setZone(next);
              change(inZone(wish, { zone: next, now }));
            }}
            hint="Where your friend is when it arrives."
          />
          {words && <SendNotice words={words} />}
          {refused && <Notice tone="bad">{Object.values(refused).join(' ') || 'Please choose another time.'}</Notice>}
        </div>
      </div>
      <ActionBar>
        <div className="flex flex-col gap-2">
          <p aria-hidden="true" className="text-13 font-semibold sm:hidden">
            {words?.sentence}
          </p>
          <Button type="submit" busy={busy} className="sm:min-w-56">
            Save
          </Button>
        </div>
      </ActionBar>
    </form>
  );
}

type QuickChoicesProps = { place: { zone: string; now: number }; wish: TimeWish; onWish: (wish: TimeWish) => void };

function QuickChoices({ place, wish, onWish }: QuickChoicesProps) {
  const same = (other: TimeWish) => (wish && other ? writeWallTime(wish) === writeWallTime(other) : wish === other);
  return (
    // biome-ignore lint/a11y/useSemanticElements: short cuts to the fields below, no fields themselves.
    <div
      role="group"
      aria-label="Quick choices"
      className="-mx-(--gutter) flex gap-2 overflow-x-auto px-(--gutter) [scrollbar-width:none]"
    >
      {quickChoices(place).map((choice) => (
        <button
          key={choice.label}
          type="button"
          aria-pressed={same(choice.wish)}
          onClick={() => onWish(choice.wish)}
          className={classes(
            'min-h-12 shrink-0 rounded-full border px-4 text-15 font-semibold transition-colors',
            same(choice.wish) ? 'border-accent bg-accent-soft' : 'border-edge bg-surface hover:bg-sunken',
          )}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
