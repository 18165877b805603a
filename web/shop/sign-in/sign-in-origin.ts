/**
 * Where a customer was when sign-in turned into registration; travels with the navigation to /register and /autologin.
 */
export type CameFrom = { path: string; scroll: number };

/** `registered`: /autologin continues a registration instead of beginning afresh. */
export type SignInOrigin = { cameFrom?: CameFrom; registered?: boolean };

/** Pages that redirect a signed-in customer, so that none returns to them. */
const PASSED_THROUGH = /^\/(signin|expiredlink|register|autologin)(\/|$)/;

/** The address they asked for, else the page and where they have scrolled to. */
export function cameFromHere(
  place: string | undefined,
  { pathname, search }: Pick<Location, 'pathname' | 'search'> = globalThis.location,
  scroll: number = globalThis.scrollY,
): SignInOrigin {
  if (place !== undefined) return { cameFrom: { path: place, scroll: 0 } };
  return PASSED_THROUGH.test(pathname) ? {} : { cameFrom: { path: `${pathname}${search}`, scroll } };
}

/** Out of the state of a location; empty when there is none. */
export function readSignInOrigin(state: unknown): SignInOrigin {
  return typeof state === 'object' && state !== null ? (state as SignInOrigin) : {};
}

/** Scrolls to where they were, once the page stands again. */
export function scrollBack({ scroll }: CameFrom): void {
  requestAnimationFrame(() => requestAnimationFrame(() => globalThis.scrollTo(0, scroll)));
}
