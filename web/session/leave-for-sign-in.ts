import { rememberReturnPage } from './return-to.ts';
import { useSession } from './session.ts';

/** Until the page is shown again from the browser's memory. */
let isLeaving = false;
globalThis.addEventListener?.('pageshow', () => {
  isLeaving = false;
});

/**
 * Sends the customer to /signin with a full page load: 'sent to /signin and the page reloads' in one step, and since
 * the session is cleared beforehand it cannot go round in circles. Where they were is remembered in this tab: after
 * sign-in they stand there again. Once: a call and a page that learn of the end together would load it twice, the second
 * time by ending the first.
 */
export function leaveForSignIn(): void {
  const { location } = globalThis;
  if (!location || location.pathname === '/signin' || isLeaving) return;
  isLeaving = true;
  rememberReturnPage({ mobile: useSession.getState().mobile, place: `${location.pathname}${location.search ?? ''}` });
  location.assign('/signin');
}
