import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { brand } from '../../brand/brand.ts';
import { openPopup } from '../../state/popups.ts';
import { useSession } from '../../state/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SecurePicture } from './secure-picture.tsx';

/**
 * Where a sign-in that has run out leads (OQ-032): opens the popup at step 1. Coming here has reloaded the page once; that the
 * sign-in had run out is forgotten now, so nothing goes round in circles. Signed-in shoppers go to /browse.
 */
export default function SignInScreen() {
  const navigate = useNavigate();
  const restored = useSession((session) => session.restored);
  const signedIn = useSession((session) => session.is_signed_in);

  useEffect(() => {
    if (!restored) return;
    if (signedIn) {
      void navigate('/browse', { replace: true });
      return;
    }
    useSession.setState({ auth_expired: false });
    openPopup({ kind: 'sign-in' });
  }, [restored, signedIn, navigate]);

  return (
    <div className="page flex grow flex-col justify-center">
      <title>{`Sign in | ${brand.title}`}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        heading="h1"
        picture={<SecurePicture />}
        title="Sign in again"
        text="To keep your account safe, a sign-in ends after 55 minutes. A new code by text and you are back."
      >
        <Button onClick={() => openPopup({ kind: 'sign-in' })}>Sign In</Button>
        <LinkButton to="/browse" look="plain">
          {brand.browseTitle}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
