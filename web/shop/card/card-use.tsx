import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useParams } from 'react-router';
import type { Card } from '#web/shared/gift-cards/card-facts.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { Icon, type IconName } from '#web/ui/icons.tsx';
import { ownGiftCardsQuery } from '../queries/own-gift-cards.ts';
import { ContactList } from '../seller/contact-list.tsx';
import { useSession } from '../session/session.ts';
import { storeCarriedCard } from '../state/carried-card.ts';
import { sellerPath } from '../state/sellers.ts';

type HowToUseProps = { card: Pick<Card, 'seller' | 'pin' | 'balance' | 'code'> };

export function HowToUse({ card: { seller, pin, balance, code } }: HowToUseProps) {
  const { t } = useLingui();
  const { secret = '' } = useParams();
  const { shop_url, name, contact } = seller;
  const carried = { shop_url, seller: name, balance, page: `/card/${secret}`, code };
  const isOwn = useIsOwn();
  return (
    <section aria-labelledby="use-title">
      <h2 id="use-title" className="text-25">
        <Trans>How to use it</Trans>
      </h2>
      <div className="mt-4 space-y-6">
        <Way icon="home" title={t`In store at ${name}`}>
          <p className="text-muted">
            {pin === null
              ? t`When you pay, show the barcode or the QR code, or give the code.`
              : t`When you pay, show the barcode or the QR code, or give the code and PIN.`}
          </p>
          <ContactList contact={contact} className="mt-1" />
        </Way>
        <Way icon="cart" title={t`Online`}>
          <p className="text-muted">
            {isOwn
              ? t`Choose something from ${name} in this shop. The card is ready to use when you pay.`
              : pin === null
                ? t`Choose something from ${name} in this shop and enter the code when you pay.`
                : t`Choose something from ${name} in this shop and enter the code and PIN when you pay.`}
          </p>
          {/* A full page load without a referrer, so that this page's URL does not leak. */}
          <a
            href={sellerPath(seller)}
            rel="noreferrer"
            referrerPolicy="no-referrer"
            onClick={() => storeCarriedCard(carried)}
            className={buttonClasses({ variant: 'plain' }, 'mt-3 text-center text-balance')}
          >
            {isOwn ? <Trans>Spend it in the shop</Trans> : <Trans>See what {name} sells</Trans>}
          </a>
        </Way>
        <p className="flex gap-3 text-15 text-muted">
          <Icon name="wallet" />
          <Trans>Anything left stays on the card.</Trans>
        </p>
      </div>
    </section>
  );
}

function useIsOwn(): boolean {
  const { pathname } = useLocation();
  const enabled = useSession((session) => session.is_signed_in);
  const { data } = useQuery({ ...ownGiftCardsQuery, enabled, meta: { quiet: true } });
  return data?.some(({ page }) => page === pathname) ?? false;
}

function Way({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="flex gap-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon name={icon} className="size-5" />
      </span>
      <div className="min-w-0 pt-1">
        <h3 className="font-sans text-17 leading-snug font-semibold tracking-normal">{title}</h3>
        <div className="mt-1">{children}</div>
      </div>
    </div>
  );
}

export function KeepSafe() {
  return (
    <p className="flex gap-3 text-15 text-muted">
      <Icon name="shield" />
      <span>
        <Trans>Keep this link to yourself: anyone who has it can spend the card.</Trans>
      </span>
    </p>
  );
}
