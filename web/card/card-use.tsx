import type { Seller } from '#contract/catalogue.ts';
import { Icon } from '../ui/icons.tsx';

/** How the card is spent. */
export function HowToUse({ seller, hasPin }: { seller: Seller; hasPin: boolean }) {
  const code = hasPin ? 'code and PIN' : 'code';
  const steps = [
    `Choose something you like at ${seller.name}.`,
    `When you pay, show the barcode, or give the ${code}.`,
    'What you do not spend stays on the card for another day.',
  ];
  return (
    <section aria-labelledby="use-title">
      <h2 id="use-title" className="text-25">
        How to use it
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
      <span>Keep this link to yourself: whoever has it can spend the card.</span>
    </p>
  );
}
