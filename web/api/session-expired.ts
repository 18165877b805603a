/**
 * Sends the shopper to /signin with a full page load: 'sent to /signin and the page reloads' in one step, and since the
 * session is cleared beforehand it cannot go round in circles (RT-55, RT-56, OQ-032).
 */
export function leaveForSignIn(): void {
  const { location } = globalThis;
  if (location && location.pathname !== '/signin') location.assign('/signin');
}
