import { Trans, useLingui } from '@lingui/react/macro';
import { brand } from '#web/shared/brand/brand.ts';
import { Hero } from '#web/shared/brand/hero.tsx';
import { Logo } from '#web/shared/brand/logo.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';

/** The page loads no shop scripts, because they would see the URL of the page that could not be fetched. */
export const handle = { withoutScripts: true };

/** Rendered at the URL of the page that could not be fetched. Its script is offline-page.ts. */
export default function OfflinePage() {
  const { t } = useLingui();
  return (
    <div className="grid grow grid-rows-[auto_minmax(8rem,1fr)_auto] bg-surface sm:grid-cols-2 sm:grid-rows-[auto_1fr]">
      <title>{`${t`No connection`} | ${brand.title}`}</title>
      <p className="page flex h-(--header-height) items-center gap-2 font-display text-20 font-bold">
        <Logo />
        {brand.title}
      </p>
      <div className="relative sm:col-start-2 sm:row-span-2 sm:row-start-1">
        <Hero first className="absolute inset-0 h-full!" />
      </div>
      <div className="relative -mt-4 w-full rounded-t-card bg-surface px-5 pt-6 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:m-auto sm:mt-auto sm:max-w-[28rem] sm:px-(--gutter) sm:pb-24">
        <div className="flex flex-col gap-4">
          <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
            <Icon name="offline" className="size-7" />
          </span>
          <h1 className="text-25 sm:text-32">
            <Trans>No connection</Trans>
          </h1>
          <p className="text-17 text-muted">
            <Trans>You're offline. Click the button below to refresh.</Trans>
          </p>
          <Button wide id="refresh">
            <Trans>Refresh</Trans>
          </Button>
          <section id="kept" hidden aria-labelledby="kept-title" className="border-t border-line pt-4">
            <h2 id="kept-title" className="text-17">
              <Trans>Still here on this phone</Trans>
            </h2>
            <ul className="mt-1" />
          </section>
        </div>
      </div>
      <script src="/offline-page.js" defer />
    </div>
  );
}
