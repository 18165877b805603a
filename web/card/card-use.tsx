import { Trans, useLingui } from '@lingui/react/macro';
import type { Seller } from '#contract/catalogue.ts';
import { Icon } from '../ui/icons.tsx';

/** How the card is spent. */
export function HowToUse({ seller, hasPin }: { seller: Seller; hasPin: boolean }) {
  const { t } = useLingui();
  const { name } = seller;
  const steps = [
    t`Choose something you like at ${name}.`,
    hasPin
      ? t`When you pay, show the barcode, or give the code and PIN.`
      : t`When you pay, show the barcode, or give the code.`,
    t`What you do not spend stays on the card for another day.`,
  ];
  return (
    <section aria-labelledby="use-title">
      <h2 id="use-title" className="text-25">
        <Trans>How to use it</Trans>
      </h2>
      <ol className="mt-4 space-y-4">
        {steps.map((step, at) => (
          <li key={step} className="flex gap-4">
            <span className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft font-display font-bold text-accent">
              {at + 1}
            </span>
            <span className="pt-1.5">{step}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function KeepSafe() {
  return (
    <p className="flex gap-3 text-15 text-muted">
      <Icon name="shield" />
      <span>
        <Trans>Keep this link to yourself: whoever has it can spend the card.</Trans>
      </span>
    </p>
  );
}
