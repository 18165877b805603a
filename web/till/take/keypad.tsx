import { useLingui } from '@lingui/react/macro';
import { Icon } from '#web/ui/icons.tsx';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0'];
const key =
  'min-h-[3.25rem] [@media(min-height:50rem)]:min-h-[4.25rem] rounded-control border border-line bg-surface font-display text-25 font-bold tabular select-none touch-manipulation active:bg-accent-soft hover:bg-sunken';

export function Keypad({ push, erase }: { push: (digits: string) => void; erase: () => void }) {
  const { t } = useLingui();
  return (
    <fieldset aria-label={t`Amount keys`} className="flex grow flex-col">
      <div className="grid grow auto-rows-fr grid-cols-3 gap-2">
        {KEYS.map((digits) => (
          <button key={digits} type="button" onClick={() => push(digits)} className={key}>
            {digits}
          </button>
        ))}
        <button
          type="button"
          aria-label={t`Delete the last digit`}
          onClick={erase}
          className={`grid place-items-center ${key}`}
        >
          <Icon name="back" />
        </button>
      </div>
    </fieldset>
  );
}
