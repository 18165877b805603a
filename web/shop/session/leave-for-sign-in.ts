import { rememberReturnPage } from './return-to.ts';
import { useSession } from './session.ts';

/**
 * Opens /signin with a full page load and remembers the current page. Runs only once: if a call and the page notice the
 * expiry together, a second load would cancel the first.
 */
export function redirectToSignIn(): void {
  const { location } = globalThis;
  const { mobile, is_leaving } = useSession.getState();
  if (!location || location.pathname === '/signin' || is_leaving) return;
  useSession.setState({ is_leaving: true });
  rememberReturnPage({ mobile, place: `${location.pathname}${location.search ?? ''}` });
  location.assign('/signin');
}
