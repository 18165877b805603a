/** The page where sign-in turned into registration, passed as navigation state. */
export type CameFrom = { path: string; scroll: number };

export type SignInOrigin = { cameFrom?: CameFrom; registered?: boolean };

/** Pages that redirect signed-in customers, so sign-in never returns to them. */
const PASSED_THROUGH = /^\/(signin|expiredlink|register|autologin)(\/|$)/;

export function captureSignInOrigin(
  place: string | undefined,
  { pathname, search }: Pick<Location, 'pathname' | 'search'> = globalThis.location,
  scroll: number = globalThis.scrollY,
): SignInOrigin {
  if (place !== undefined) return { cameFrom: { path: place, scroll: 0 } };
  return PASSED_THROUGH.test(pathname) ? {} : { cameFrom: { path: `${pathname}${search}`, scroll } };
}

export function readSignInOrigin(state: unknown): SignInOrigin {
  return typeof state === 'object' && state !== null ? (state as SignInOrigin) : {};
}

/** Scrolls two frames later, when the page has rendered. */
export function scrollBack({ scroll }: CameFrom): void {
  requestAnimationFrame(() => requestAnimationFrame(() => globalThis.scrollTo(0, scroll)));
}
