import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { brand } from '#web/shared/brand/brand.ts';
import { LanguageChoice } from '#web/shared/languages/language-choice.tsx';
import { SellerPicture } from '#web/shared/seller-picture/seller-picture.tsx';
import { usePageSeller } from '../queries/page-seller.ts';
import type { loader } from '../root.tsx';
import { openPopup } from '../state/popups.ts';
import { useSellers } from '../state/sellers.ts';
import { SecureMobileMark } from './secure-mobile-mark.tsx';

export function Footer({ lastSeller }: { lastSeller: boolean }) {
  const last = useSellers((state) => (lastSeller ? state.last : null));
  const seller = usePageSeller() ?? last;
  const { i18n, t } = useLingui();
  return (
    <footer className="mt-auto border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] print:hidden">
      <div className="page flex flex-col gap-4 py-6 sm:flex-row sm:items-center sm:gap-8">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => openPopup({ kind: 'secure-mobile' })}
            className="min-h-12 rounded-control"
          >
            <SecureMobileMark />
          </button>
          {seller && (
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => openPopup({ kind: 'supplied-by', seller })}
              className="flex min-h-12 flex-wrap items-center gap-3 rounded-control text-15 text-muted"
            >
              <Trans>
                Supplied by{' '}
                <span className="block w-24 overflow-hidden rounded-control">
                  <SellerPicture seller={seller} part="supplied_by_image" alt="" sizes="96px" />
                </span>
              </Trans>{' '}
              <span className="font-semibold text-ink wrap-anywhere">{seller.name}</span>
            </button>
          )}
        </div>
        <nav aria-label={t`Help and legal`} className="-mx-2 flex flex-wrap text-15 sm:ml-auto">
          <FooterLink to="/help">
            <Trans>Help</Trans>
          </FooterLink>
          <FooterLink to="/privacy">
            <Trans>Privacy Policy</Trans>
          </FooterLink>
          <FooterLink to="/terms">
            <Trans>Terms &amp; Conditions</Trans>
          </FooterLink>
        </nav>
      </div>
      <div className="page flex flex-wrap items-center justify-between gap-x-6 pb-4 text-13 text-muted">
        <p>
          {`${brand.title}. ${i18n._(brand.tagline)}`}
          <Operator />
        </p>
        <LanguageChoice />
      </div>
    </footer>
  );
}

export function Operator() {
  const settings = useRouteLoaderData<typeof loader>('root')?.settings;
  if (!settings) return null;
  const { operator_name: operator, operator_abn: abn } = settings;
  return (
    <span className="block">
      <Trans>
        Run by {operator}, ABN {abn}
      </Trans>
    </span>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      prefetch="intent"
      to={to}
      className="inline-flex min-h-12 items-center px-2 underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {children}
    </Link>
  );
}
