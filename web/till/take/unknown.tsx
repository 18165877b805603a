import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useDollars } from '#web/shared/gift-cards/card-facts.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { canAskAgain } from './pending-sale.ts';
import type { Sale } from './use-sale.ts';

const ASK_MS = 3_000;

type UnknownProps = {
  sale: Extract<Sale, { step: 'taking' | 'unknown' }>;
  offline: boolean;
  onAsk: () => void;
  onNext: () => void;
};

export function Unknown({ sale: { step, sale }, offline, onAsk, onNext }: UnknownProps) {
  const { t } = useLingui();
  const dollars = useDollars();
  const asks = step === 'unknown' && canAskAgain(sale);
  const latest = useRef(onAsk);
  useEffect(() => {
    latest.current = onAsk;
  });
  useEffect(() => {
    if (!asks) return;
    const timer = setInterval(() => latest.current(), ASK_MS);
    if (!offline) latest.current();
    return () => clearInterval(timer);
  }, [asks, offline]);
  const amount = dollars(sale.body.amount);
  const { last4 } = sale;
  if (step === 'taking')
    return (
      <div role="status" className="page flex grow flex-col items-center justify-center gap-4 py-10 text-center">
        <Spinner className="size-12 text-accent" />
        <h1 className="text-25">{t`Taking ${amount}`}</h1>
      </div>
    );
  return (
    <div className="page page-narrow flex grow flex-col justify-center gap-4 py-8 text-center">
      <Icon name="clock" className="mx-auto size-16 text-warn" />
      <div role="alert" className="flex flex-col gap-3">
        <h1 className="text-32">
          <Trans>Not yet known</Trans>
        </h1>
        <p className="text-20">
          <Trans>
            No answer arrived for {amount} from the card ending in {last4}. It may or may not have been taken.
          </Trans>
        </p>
        <p className="text-17 text-muted">
          {asks ? (
            <Trans>Don’t take it again. We’ll keep asking, and it’s never taken twice.</Trans>
          ) : (
            <Trans>This was too long ago to ask again. Check the card’s balance before you take anything.</Trans>
          )}
        </p>
      </div>
      <Button wide variant={asks ? 'plain' : 'primary'} className="mt-4" onClick={asks ? onAsk : onNext}>
        {asks ? t`Ask now` : t`Next`}
      </Button>
    </div>
  );
}
