import { rememberReturnPage } from './return-to.ts';
import { useSession } from './session.ts';

/**
 * Sends the customer to /signin with a full page load: 'sent to /signin and the page reloads' in one step, and since
 * the session is cleared beforehand it cannot go round in circles. Where they were is remembered in this tab: after
 * sign-in they stand there again.
 */
export function leaveForSignIn(): void {
  const { location } = globalThis;
  if (!location || location.pathname === '/signin') return;
  rememberReturnPage({ mobile: useSession.getState().mobile, place: `${location.pathname}${location.search ?? ''}` });
  location.assign('/signin');
}
