import { Trans, useLingui } from '@lingui/react/macro';
import { priceText } from '#contract/rules/money/money.ts';
import { serverNow } from '../api/server-time.ts';
import { useCurrencyView } from '../session/session.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icons.tsx';
import { Picture } from '../ui/picture.tsx';
import { Price } from '../ui/price.tsx';
import { type NextStep, nextSteps } from './next-steps.ts';
import type { PlacedGiftCard } from './placed-order.ts';

const box = 'flex flex-wrap items-center gap-4 rounded-card border border-line bg-surface p-4 text-15';

/** Each gift card, then the parcel: what goes to whom, and when. */
export function WhatHappensNext({ giftCards, parcel }: { giftCards: PlacedGiftCard[]; parcel: string | null }) {
  const { i18n } = useLingui();
  const steps = nextSteps(giftCards, { i18n, now: serverNow() });
  const several = steps.length + (parcel ? 1 : 0) > 1;
  return (
    <section aria-labelledby="next" className={classes('mt-8 w-full text-left', !several && 'max-w-(--container-lg)')}>
      <h2 id="next" className="text-20">
        <Trans>What happens next</Trans>
      </h2>
      <ul className={classes('mt-3 grid grid-cols-1 gap-3', several && 'md:grid-cols-2')}>
        {steps.map((step) => (
          <GiftCardStep key={step.key} step={step} />
        ))}
        {parcel && (
          <li className={box}>
            <span className="grid h-16 w-24 shrink-0 place-items-center rounded-control bg-sunken text-muted">
              <Icon name="truck" className="size-7" />
            </span>
            <span className="min-w-0 grow basis-40">
              <span className="block text-17 font-semibold">
                <Trans>Your products</Trans>
              </span>
              <span className="block text-muted wrap-anywhere">
                <Trans>Go to {parcel}</Trans>
              </span>
            </span>
          </li>
        )}
      </ul>
      {steps.length > 0 && (
        <p className="mt-4 flex gap-2 text-15 text-muted">
          <Icon name="phone" className="size-5" />
          <span>
            <Trans>
              First a picture message arrives on their phone, then a text with the link to the gift card. Your order
              shows when it got there.
            </Trans>
          </span>
        </p>
      )}
    </section>
  );
}

function GiftCardStep({ step: { who, what, when, now, price, picture } }: { step: NextStep }) {
  const amount = priceText(price, useCurrencyView());
  return (
    <li className={classes(box, 'content-start gap-y-3')}>
      <span className="block w-24 shrink-0 overflow-hidden rounded-control bg-sunken">
        {picture && <Picture picture={picture} alt="" sizes="96px" ratio={0.62} />}
      </span>
      <span className="min-w-0 grow basis-40">
        <span className="block text-17 leading-snug font-semibold wrap-anywhere">
          <Trans>For {who}</Trans>
        </span>
        <span className="mt-0.5 block text-muted wrap-anywhere">
          {what} <Price text={amount} size="small" className="inline-block" />
        </span>
      </span>
      <span
        className={classes(
          'flex basis-full gap-1.5 border-t border-line pt-3',
          now ? 'font-semibold text-good' : 'text-muted',
        )}
      >
        <Icon name={now ? 'check' : 'clock'} className="mt-0.5 size-4" />
        <span className="text-balance">{when}</span>
      </span>
    </li>
  );
}
