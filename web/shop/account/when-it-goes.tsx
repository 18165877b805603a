import { Trans, useLingui } from '@lingui/react/macro';
import { afterQuietHours } from '#contract/rules/send-time.ts';
import { instantText } from '../checkout/send-text.ts';

/** What goes out 'now' waits for the end of quiet hours in the zone of its schedule: said before the button is pressed. */
export function WhenItGoes({ zone }: { zone: string }) {
  const { i18n } = useLingui();
  const now = Date.now();
  const at = afterQuietHours(now, zone);
  const time = instantText(i18n, at, zone);
  return (
    <p className="mt-2 text-15 text-muted">
      {at === now ? <Trans>It goes out at once.</Trans> : <Trans>We don’t send at night, so it goes out {time}.</Trans>}
    </p>
  );
}
