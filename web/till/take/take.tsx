import { useLingui } from '@lingui/react/macro';
import { useDollars } from '#web/shared/gift-cards/card-facts.ts';
import { useKeyboardScanner } from '#web/shared/scan/keyboard-scanner.ts';
import { LiveRegion } from '#web/ui/live-region.tsx';
import { CardStep } from './card-step.tsx';
import { Done } from './done.tsx';
import { Ready } from './ready.tsx';
import { Unknown } from './unknown.tsx';
import type { Sale, useSale } from './use-sale.ts';

type TakeProps = ReturnType<typeof useSale> & { bearer: string; offline: boolean };

export function Take({ sale, lastShown, show, take, askAgain, next, bearer, offline }: TakeProps) {
  const { step } = sale;
  useKeyboardScanner((text) => {
    if (!offline && (step === 'ready' || step === 'card' || step === 'done')) void show(text);
  });
  return (
    <>
      <LiveRegion>{useResult(sale)}</LiveRegion>
      {(step === 'ready' || step === 'checking') && (
        <Ready sale={sale} offline={offline} justScanned={lastShown} onShow={(code, pin) => void show(code, pin)} />
      )}
      {step === 'card' && (
        <CardStep
          key={sale.card.card}
          card={sale.card}
          error={sale.error}
          offline={offline}
          onTake={(amount) => void take(sale, amount)}
          onLeave={next}
        />
      )}
      {(step === 'taking' || step === 'unknown') && (
        <Unknown sale={sale} offline={offline} onAsk={() => void askAgain()} onNext={next} />
      )}
      {step === 'done' && <Done key={sale.receipt.redemption} receipt={sale.receipt} bearer={bearer} onNext={next} />}
    </>
  );
}

function useResult(sale: Sale): string {
  const { t } = useLingui();
  const dollars = useDollars();
  if (sale.step !== 'done') return '';
  const [amount, left] = [dollars(sale.receipt.amount), dollars(sale.receipt.balance)];
  return t`${amount} redeemed, ${left} left`;
}
