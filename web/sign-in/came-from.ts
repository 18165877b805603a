/**
 * Where a customer was when sign-in turned into registration; travels with the navigation to /register and /autologin.
 */
export type CameFrom = { path: string; scroll: number };

/** `registered`: /autologin continues a registration instead of beginning afresh. */
export type SignInTravel = { cameFrom?: CameFrom; registered?: boolean };

/** Pages that send a signed-in customer away: nobody wants to come back to them. */
const PASSED_THROUGH = /^\/(signin|expiredlink|register|autologin)(\/|$)/;

export function cameFromHere({ pathname, search }: Location, scroll: number): SignInTravel {
  return PASSED_THROUGH.test(pathname) ? {} : { cameFrom: { path: `${pathname}${search}`, scroll } };
}

/** What the state of a location says; anything else counts as nothing. */
export function travelOf(state: unknown): SignInTravel {
  return typeof state === 'object' && state !== null ? (state as SignInTravel) : {};
}

/** Scrolls to where they were, once the page stands again. */
export function scrollBack({ scroll }: CameFrom): void {
  requestAnimationFrame(() => requestAnimationFrame(() => globalThis.scrollTo(0, scroll)));
}
