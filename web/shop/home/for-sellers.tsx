import { Trans } from '@lingui/react/macro';
import { useRouteLoaderData } from 'react-router';
import { Translated } from '#web/shared/languages/translated.tsx';
import { Icon } from '#web/ui/icons.tsx';
import type { loader } from '../root.tsx';
import { DemoForm } from './demo-form.tsx';
import { sellerPoints } from './home-copy.ts';

export function ForSellers() {
  const settings = useRouteLoaderData<typeof loader>('root')?.settings;
  const contact = settings?.operator_contact ?? '';
  return (
    <section id="demo" aria-labelledby="demo-title" className="border-t border-line bg-sunken">
      <div className="page grid gap-x-16 gap-y-10 py-14 sm:py-20 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div>
          <h2 id="demo-title" className="text-32 lg:text-[2.5rem] lg:leading-[1.08]">
            <Trans>Request a Demo</Trans>
          </h2>
          <p className="mt-3 max-w-md text-20 text-muted">
            <Trans>Run a shop? See how your gift cards and goods sell to a phone, with one tap and no password.</Trans>
          </p>
          <ul className="mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-1">
            {sellerPoints(settings?.payments === 'stripe').map(({ icon, title, text }) => (
              <li key={icon} className="flex gap-4">
                <span className="grid size-12 shrink-0 place-items-center rounded-full bg-surface text-accent">
                  <Icon name={icon} />
                </span>
                <div className="max-w-md">
                  <h3 className="text-17">
                    <Translated message={title} />
                  </h3>
                  <p className="mt-0.5 text-15 text-muted">
                    <Translated message={text} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <DemoForm />
          <p className="mt-5 text-center text-15 text-muted">
            <Trans>
              Or write to us at <span className="font-semibold text-ink">{contact}</span>.
            </Trans>
          </p>
        </div>
      </div>
    </section>
  );
}
