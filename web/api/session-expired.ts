import { rememberPlace } from '../state/come-back.ts';
import { useSession } from '../state/session.ts';

/**
 * Sends the shopper to /signin with a full page load: 'sent to /signin and the page reloads' in one step, and since the
 * session is cleared beforehand it cannot go round in circles (RT-55, RT-56, OQ-032).
 * Where they were is remembered in this tab: after sign-in they stand there again.
 */
export function leaveForSignIn(): void {
  const { location } = globalThis;
  if (!location || location.pathname === '/signin') return;
  rememberPlace({ mobile: useSession.getState().mobile, place: `${location.pathname}${location.search ?? ''}` });
  location.assign('/signin');
}
