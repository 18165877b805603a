import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { brand } from '../../brand/brand.ts';
import { useSession } from '../../state/session.ts';
import { travelOf } from './came-from.ts';
import { followLink } from './follow-link.ts';

/**
 * AL-01..AL-03. Opening the page spends nothing, since link previews open it too: only the browser's POST does. A link is
 * followed once, also when React runs the effect twice.
 */
export default function Autologin() {
  const { jwt = '' } = useParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const restored = useSession((session) => session.restored);
  const followed = useRef('');

  useEffect(() => {
    if (!restored || jwt === '' || followed.current === jwt) return;
    followed.current = jwt;
    void followLink({ jwt, navigate, travel: travelOf(state) });
  }, [restored, jwt, navigate, state]);

  return (
    <div className="grow">
      <title>{`Signing you in | ${brand.title}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="sr-only">Signing you in</h1>
    </div>
  );
}
