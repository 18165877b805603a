import { rememberReturnPage } from './return-to.ts';
import { useSession } from './session.ts';

/**
 * Sends the customer to /signin with a full page load: 'sent to /signin and the page reloads' in one step, and since
 * the session is cleared beforehand it cannot go round in circles. Where they were is remembered in this tab: after
 * sign-in they stand there again. Once: a call and a page that learn of the end together would load it twice, the second
 * time by ending the first.
 */
export function leaveForSignIn(): void {
  const { location } = globalThis;
  const { mobile, is_leaving } = useSession.getState();
  if (!location || location.pathname === '/signin' || is_leaving) return;
  useSession.setState({ is_leaving: true });
  rememberReturnPage({ mobile, place: `${location.pathname}${location.search ?? ''}` });
  location.assign('/signin');
}
