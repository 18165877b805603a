import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useLocation, useParams } from 'react-router';
import { brand } from '#web/shared/brand/brand.ts';
import { Hero } from '#web/shared/brand/hero.tsx';
import { Logo } from '#web/shared/brand/logo.tsx';
import { SellerPicture } from '#web/shared/seller-picture/seller-picture.tsx';
import { LoaderLine } from '../popups/loader-overlay.tsx';
import { useSession } from '../session/session.ts';
import { readSignInOrigin } from '../sign-in/sign-in-origin.ts';
import { useShowPage } from '../state/route-shown.ts';
import { useSellers } from '../state/sellers.ts';
import { followLink } from './follow-link.ts';

/**
 * Only the POST uses up the link, because link previews also open the page. React may run the effect twice, but it must
 * follow the link once.
 */
export default function Autologin() {
  const { t } = useLingui();
  const { title } = brand;
  const { jwt = '' } = useParams();
  const { state } = useLocation();
  const showPage = useShowPage();
  const restored = useSession((session) => session.restored);
  const followed = useRef('');

  useEffect(() => {
    if (!restored || jwt === '' || followed.current === jwt) return;
    followed.current = jwt;
    void followLink({ jwt, showPage, origin: readSignInOrigin(state) });
  }, [restored, jwt, showPage, state]);

  return (
    <div className="page flex min-h-[calc(100dvh-var(--header-height))] grow flex-col items-center justify-center py-8">
      <title>{t`Signing you in | ${title}`}</title>
      <meta name="robots" content="noindex" />
      <div className="w-full max-w-md overflow-hidden rounded-card border border-line bg-surface text-center shadow-float">
        <Hero first />
        <div className="px-5 pt-6 pb-4">
          <Whose />
          <h1 className="mt-4 text-32">
            <Trans>Signing you in</Trans>
          </h1>
          <p className="mt-1 mb-4 text-17 text-balance text-muted">
            <Trans>Your link is being checked. This takes a moment.</Trans>
          </p>
          <LoaderLine />
        </div>
      </div>
    </div>
  );
}

function Whose() {
  const seller = useSellers((sellers) => sellers.last);
  return (
    <p className="flex h-11 items-center justify-center gap-2.5 font-display text-17 font-bold tracking-tight">
      {seller ? (
        <span className="block w-11 shrink-0 animate-appear overflow-hidden rounded-full">
          <SellerPicture seller={seller} part="logo" alt="" sizes="44px" ratio={1} first />
        </span>
      ) : (
        <Logo />
      )}
      <span className="line-clamp-1 wrap-anywhere">{seller?.name ?? brand.title}</span>
    </p>
  );
}
