import { Trans, useLingui } from '@lingui/react/macro';
import { useParams, useRouteLoaderData } from 'react-router';
import type { Wallet } from '#contract/shop.ts';
import { sortWallets } from '#web/shared/gift-cards/card-facts.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import type { loader as rootLoader } from '../root.tsx';

const PATHS: Record<Wallet, string> = { apple: 'apple.pkpass', google: 'google-wallet' };

/**
 * Uses text buttons, because Apple and Google allow their badges only as supplied files
 * (docs/how-to/connect-wallets.md).
 */
export function CardWallets({ onApple }: { onApple: boolean }) {
  const { t } = useLingui();
  const { secret = '' } = useParams();
  const wallets = sortWallets(useRouteLoaderData<typeof rootLoader>('root')?.settings.passes ?? [], { onApple });
  if (wallets.length === 0) return null;
  const names: Record<Wallet, string> = { apple: t`Add to Apple Wallet`, google: t`Add to Google Wallet` };
  return (
    <section aria-labelledby="wallets-title" className="border-t border-dashed border-edge p-5 sm:p-7">
      <h3 id="wallets-title" className="font-sans text-13 font-semibold text-muted">
        <Trans>Keep it in your wallet</Trans>
      </h3>
      <ul className="mt-3 grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(17rem,1fr))]">
        {wallets.map((wallet) => (
          <li key={wallet}>
            <a
              href={`/card/${encodeURIComponent(secret)}/${PATHS[wallet]}`}
              rel="noreferrer"
              referrerPolicy="no-referrer"
              className={buttonClasses({ variant: 'plain', wide: true }, 'py-2 text-center')}
            >
              <Icon name="wallet" className="text-accent" />
              <span>{names[wallet]}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
