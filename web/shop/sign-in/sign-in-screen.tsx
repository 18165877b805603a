import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { brand } from '#web/shared/brand/brand.ts';
import { Translated } from '#web/shared/languages/translated.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { clearReturnPage, readPendingMobile, readReturnPage } from '../session/return-to.ts';
import { useSession } from '../session/session.ts';
import { openPopup } from '../state/popups.ts';
import { SecurePicture } from './secure-picture.tsx';

/**
 * Opened with a full page load when the session expires. Clears auth_expired to avoid a redirect loop. After signing
 * in, customers return to their previous page, otherwise to /browse.
 */
export default function SignInScreen() {
  const { t } = useLingui();
  const { title } = brand;
  const navigate = useNavigate();
  const restored = useSession((session) => session.restored);
  const signedIn = useSession((session) => session.is_signed_in);

  const left = useRef(false);
  const place = useRef('');
  const [waited, setWaited] = useState(false);
  const [ranOut, setRanOut] = useState(false);

  useEffect(() => {
    if (!restored || left.current) return;
    if (signedIn) {
      left.current = true;
      void navigate(place.current || readReturnPage() || '/browse', { replace: true });
      return;
    }
    setRanOut(readPendingMobile() !== '' || useSession.getState().auth_expired);
    useSession.setState({ auth_expired: false });
    place.current ||= readReturnPage();
    setWaited(place.current !== '');
    openSignInPopup();
  }, [restored, signedIn, navigate]);
  useEffect(() => clearReturnPage, []);

  return (
    <div className="page flex grow flex-col justify-center">
      <title>{t`Sign in | ${title}`}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        heading="h1"
        picture={<SecurePicture />}
        title={ranOut ? t`Sign in again` : t`Sign in with your mobile`}
        text={
          ranOut
            ? t`To keep your account safe, we sign you out after 55 minutes. We’ll text you a new code.`
            : t`We’ll text you a code.`
        }
      >
        {waited && (
          <p className="flex items-center gap-2 text-15 font-semibold text-good">
            <Icon name="check" className="size-5" />
            <Trans>We’ve kept your place.</Trans>
          </p>
        )}
        <Button onClick={openSignInPopup}>
          <Trans>Sign In</Trans>
        </Button>
        <LinkButton to="/browse" variant="plain">
          <Translated message={brand.browseTitle} />
        </LinkButton>
      </EmptyState>
    </div>
  );
}

function openSignInPopup() {
  const mobile = readPendingMobile();
  openPopup({ kind: 'sign-in', ...(mobile ? { mobile } : {}) });
}
