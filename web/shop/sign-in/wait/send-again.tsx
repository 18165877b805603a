import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { LiveRegion } from '#web/ui/live-region.tsx';
import { secondsLeft, toWaitMinutes } from './wait-times.ts';

type SendAgainProps = { error: string | undefined; resendAt: number; onSend: () => void };

export function SendAgain({ error, resendAt, onSend }: SendAgainProps) {
  const { t } = useLingui();
  const left = useSecondsLeft(resendAt);
  const minutes = toWaitMinutes(left);
  return (
    <div className="flex min-h-12 flex-col items-center justify-center text-center text-15">
      {error && <SendError>{error}</SendError>}
      {left > 0 ? (
        <p className="tabular text-muted">
          {minutes > 0
            ? t({ message: plural(minutes, { other: 'Send again in # minutes' }) })
            : t({ message: plural(left, { one: 'Send again in # second', other: 'Send again in # seconds' }) })}
        </p>
      ) : (
        <Button variant="quiet" onClick={onSend} className="text-15!">
          <Trans>Send again</Trans>
        </Button>
      )}
      <LiveRegion>{left === 0 ? t`You can send the code again` : ''}</LiveRegion>
    </div>
  );
}

export function SendError({ children }: { children: string }) {
  return (
    <p role="alert" className="text-15 font-medium text-bad">
      {children}
    </p>
  );
}

function useSecondsLeft(until: number): number {
  const [left, setLeft] = useState(() => secondsLeft(until, Date.now()));
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(until, Date.now()));
    tick();
    const timer = setInterval(() => {
      tick();
      if (Date.now() >= until) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
