import { t } from '@lingui/core/macro';
import type { AuthAnswer } from '#contract/sign-in.ts';
import { api } from '../calls/api.ts';
import { copyForUndo, type RemovedFromCart } from '../cart/undo-removal.ts';
import { showError } from '../errors/show-error.ts';
import { productQuery, sellerQuery } from '../queries/catalogue.ts';
import { queryClient } from '../queries/query-client.ts';
import { rememberLink, setVerifiedMobile, signIn, useSession } from '../session/session.ts';
import { signOut } from '../session/sign-out.ts';
import { continueAfterSignIn, deferUntilSignIn } from '../sign-in/after-sign-in.ts';
import { showSignInError } from '../sign-in/show-sign-in-error.ts';
import { type SignInOrigin, scrollBack } from '../sign-in/sign-in-origin.ts';
import { listGiftCards } from '../state/gift-cards.ts';
import { hideLoader, showLoader } from '../state/loaders.ts';
import type { ShowPage } from '../state/route-shown.ts';
import { setLastSeller } from '../state/sellers.ts';
import { landAfterLink } from './land-after-link.ts';

type Link = { jwt: string; showPage: ShowPage; origin: SignInOrigin };
/** `left`: the gift cards that the previous customer left in this browser; null after registration. */
type Welcome = Link & { left: RemovedFromCart | null };

/**
 * A fresh link signs the previous customer out and clears their local gift cards. After registration
 * (`origin.registered`), the link completes the customer's own sign-in, so it keeps the gift cards, the page and the
 * tapped button.
 */
export async function followLink({ jwt, showPage, origin }: Link): Promise<void> {
  const left = origin.registered ? null : copyForUndo({ keys: listGiftCards().map(([key]) => key) });
  if (!origin.registered) {
    signOut({ keepLinks: readMobile(jwt) === useSession.getState().mobile });
    deferUntilSignIn(undefined);
  }
  showLoader('global', t`Verifying Token...`);
  try {
    const answer = await api('POST mobiledigital/auth', { body: { jwt, autologin: true } });
    if (answer.existing_user) await welcome(answer, { jwt, showPage, origin, left });
    else if (answer.new_user) await register(answer, { jwt, showPage, origin });
    else if (answer.expired_link) await expire(answer, { jwt, showPage, origin });
    else {
      showSignInError();
      await showPage('/browse', { replace: true });
    }
  } catch (error) {
    showError(error);
    await showPage('/browse', { replace: true });
  } finally {
    hideLoader();
  }
}

/** Reads the token without verifying it. */
function readMobile(jwt: string): unknown {
  try {
    const payload = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload)).mobile;
  } catch {
    return null;
  }
}

async function welcome(answer: AuthAnswer, { jwt, showPage, origin: { cameFrom }, left }: Welcome): Promise<void> {
  signIn(answer, { jwt });
  setLastSeller(answer.product?.seller ?? null);
  if (cameFrom) {
    // Go back first, because a change of route closes popups and the next action may open one.
    await showPage(cameFrom.path, { replace: true, preventScrollReset: true });
    scrollBack(cameFrom);
  }
  const wentOn = continueAfterSignIn();
  if (!wentOn && !cameFrom) await landAfterLink(showPage, answer.product ?? null, left);
}

/** Loads the seller first, because the partner popup needs it. */
async function register(answer: AuthAnswer, { jwt, showPage }: Link): Promise<void> {
  setVerifiedMobile(answer, jwt);
  const { product_id } = answer;
  if (product_id) {
    const client = queryClient();
    const quiet = { meta: { quiet: true } };
    const [, seller] = await Promise.allSettled([
      client.fetchQuery({ ...productQuery(product_id), ...quiet }),
      client.fetchQuery({ ...sellerQuery(product_id), ...quiet }),
    ]);
    if (seller.status === 'fulfilled') setLastSeller(seller.value);
  }
  await showPage('/register', { replace: true });
}

async function expire(answer: AuthAnswer, { jwt, showPage }: Link): Promise<void> {
  rememberLink(answer);
  useSession.setState({ jwt, expired_mobile: answer.mobile ?? '' });
  await showPage('/expiredlink', { replace: true });
}
