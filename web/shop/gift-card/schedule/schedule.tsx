import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { expiryText } from '#contract/rules/gift-card/card-expiry.ts';
import { toWallTime, writeWallTime } from '#contract/rules/time/wall-time.ts';
import { ZONES } from '#contract/rules/time/zones.ts';
import { serverNow } from '#web/shared/api/server-time.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { ToggleChip } from '#web/ui/form/toggle-chip.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { waitForPaint } from '#web/ui/taps/painted.ts';
import { type FieldMessages, saveErrorsText } from '../../errors/save-errors.ts';
import { showError } from '../../errors/show-error.ts';
import { computeMovedLastDay } from '../../gift-picture/last-day.ts';
import { detectDeviceZone } from '../../send-time/own-zone.ts';
import { formatSendTime, sendWords } from '../../send-time/send-words.ts';
import { useNow } from '../../send-time/use-now.ts';
import { readDraft, saveDraft } from '../../state/gift-card-drafts.ts';
import type { FlowCard } from '../flow/flow-card.ts';
import { FlowScreen } from '../flow/flow-screen.tsx';
import { saveSchedule } from '../flow/use-flow-card.ts';
import { useNextStep } from '../flow/use-next-step.ts';
import { ThreadBeside } from '../thread/message-thread.tsx';
import { Calendar } from './calendar.tsx';
import {
  type ChosenTime,
  choicesAroundNight,
  computeSendInstant,
  movePastDayToToday,
  parseStoredTime,
  type QuickChoice,
  quickChoices,
  resolveClockTime,
  resolveShownTime,
  toSchedule,
} from './chosen-time.ts';
import { SendNotice } from './send-notice.tsx';
import { TimeOfDay } from './time-spinner.tsx';

export default function SchedulePage() {
  return (
    <FlowScreen step="schedule" title={msg`Schedule Gift Card`} lead={msg`Straight away, or on the day.`}>
      {(card) => <ScheduleForm key={card.detailsId} card={card} />}
    </FlowScreen>
  );
}

function useZones(): { value: string; label: string }[] {
  const { t } = useLingui();
  const countries = { AU: t`Australia`, US: t`United States` };
  return ZONES.map(({ id, city, country }) => ({ value: id, label: `${city}, ${countries[country]}` }));
}

function useSchedule(card: FlowCard) {
  const leadOn = useNextStep(card);
  const now = useNow();
  const [{ zone, chosen }, setPlan] = useState(() => readPlannedTime(card, now));
  const [serverErrors, setServerErrors] = useState<FieldMessages | null>(null);
  const [busy, setBusy] = useState(false);

  function change(next: ChosenTime, timezone: string = zone) {
    setPlan({ chosen: next, zone: timezone });
    saveDraft(card.detailsId, { schedule: { chosen: next, timezone } });
    setServerErrors(null);
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      await waitForPaint();
      const errors = await saveSchedule(card, toSchedule(chosen, { zone, now: serverNow() }));
      setServerErrors(errors);
      if (!errors) await leadOn('preview');
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  }
  return { now, zone, chosen, busy, serverErrors, change, save };
}

function ScheduleForm({ card }: { card: FlowCard }) {
  const { i18n, t } = useLingui();
  const { now, zone, chosen, busy, serverErrors, change, save } = useSchedule(card);
  const zones = useZones();
  const place = { zone, now };
  const onClock = resolveClockTime(chosen, place);
  const time = resolveShownTime(chosen, place);
  const planned = { ...card, timezone: zone, scheduled_delivery: writeWallTime(time) };
  const words = sendWords({
    i18n,
    scheduledAt: planned.scheduled_delivery,
    zone,
    now,
    ownZone: detectDeviceZone(),
    paid: !card.local,
  });
  const lastDay = computeMovedLastDay(planned, now);
  return (
    <>
      <form onSubmit={(event) => void save(event)} className="mt-4 flex min-w-0 grow flex-col">
        <QuickChoices
          label={t`Quick choices`}
          choices={quickChoices(i18n, place)}
          place={place}
          chosen={chosen}
          onChosen={change}
        />
        <div className="mt-4 grid gap-5 sm:grid-cols-2 sm:gap-10 lg:gap-6 xl:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] xl:gap-10">
          <Calendar
            value={onClock}
            today={toWallTime(now, zone)}
            onValue={({ year, month, day }) => change({ ...onClock, year, month, day })}
          />
          <div className="flex flex-col gap-5">
            <TimeOfDay time={onClock} onTime={change} />
            <Select
              label={t`Where is your friend?`}
              name="timezone"
              value={zone}
              options={zones}
              onValue={(next) => change(movePastDayToToday(chosen, { zone: next, now }), next)}
              hint={t`We use their local time.`}
            />
            {words && <SendNotice words={words} lastDay={lastDay ? expiryText(lastDay, i18n.locale) : undefined} />}
            {words?.kind === 'quiet' && (
              <QuickChoices
                label={t`Other times`}
                choices={choicesAroundNight(i18n, chosen, place)}
                place={place}
                chosen={chosen}
                onChosen={change}
              />
            )}
            {serverErrors && <Notice tone="bad">{saveErrorsText(serverErrors, t`Please choose another time.`)}</Notice>}
          </div>
        </div>
        <ActionBar>
          <div className="flex items-center gap-3">
            <p aria-hidden="true" className="grow basis-0 text-13 font-semibold sm:hidden">
              {words && formatSendTime(i18n, words, place)}
            </p>
            <Button type="submit" busy={busy} className="grow basis-0 sm:min-w-[14rem]">
              <Trans>Save</Trans>
            </Button>
          </div>
        </ActionBar>
      </form>
      <ThreadBeside card={planned} />
    </>
  );
}

/** Returns the draft's time, otherwise the card's. A time that has passed becomes now. */
function readPlannedTime(card: FlowCard, now: number): { chosen: ChosenTime; zone: string } {
  const { schedule } = readDraft(card.detailsId);
  const zone = schedule?.timezone ?? card.timezone;
  const scheduledText = schedule ? schedule.chosen && writeWallTime(schedule.chosen) : card.scheduled_delivery;
  return { zone, chosen: parseStoredTime(scheduledText ?? '', { zone, now }) };
}

type QuickChoicesProps = {
  label: string;
  choices: readonly QuickChoice[];
  place: { zone: string; now: number };
  chosen: ChosenTime;
  onChosen: (chosen: ChosenTime) => void;
};

function QuickChoices({ label, choices, place, chosen, onChosen }: QuickChoicesProps) {
  const goesOut = computeSendInstant(chosen, place);
  return (
    // biome-ignore lint/a11y/useSemanticElements: short cuts to the fields below, no fields themselves.
    <div
      role="group"
      aria-label={label}
      className="-mx-(--gutter) flex gap-2 overflow-x-auto px-(--gutter) [scrollbar-width:none]"
    >
      {choices.map((choice) => (
        <ToggleChip
          key={choice.label}
          on={computeSendInstant(choice.chosen, place) === goesOut}
          onPress={() => onChosen(choice.chosen)}
        >
          {choice.label}
        </ToggleChip>
      ))}
    </div>
  );
}
