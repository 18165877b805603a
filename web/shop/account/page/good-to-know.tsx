import type { MessageDescriptor } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import { Translated } from '#web/shared/languages/translated.tsx';
import { Icon, type IconName } from '#web/ui/icons.tsx';

export type Fact = { icon: IconName; words: MessageDescriptor };

export const BESIDE_FACTS = 'grid gap-8 xl:grid-cols-[minmax(0,1fr)_19rem] xl:items-start';

export function GoodToKnow({ facts }: { facts: readonly Fact[] }) {
  return (
    <section
      aria-labelledby="good-to-know"
      className="rounded-card bg-sunken p-5 xl:sticky xl:top-[calc(var(--header-height)+2.5rem)]"
    >
      <h2 id="good-to-know" className="text-17">
        <Trans>Good to know</Trans>
      </h2>
      <ul className="mt-3 space-y-4 text-15 text-muted">
        {facts.map(({ icon, words }) => (
          <li key={icon} className="flex gap-3">
            <Icon name={icon} className="size-5 text-accent" />
            <span className="min-w-0">
              <Translated message={words} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
