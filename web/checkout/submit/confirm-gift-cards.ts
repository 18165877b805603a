import { type ApiError, isApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/session.ts';
import type { PlacedOrder } from './submit.ts';

/** The pauses between the calls, the last on and on; a network that is back ends one at once. */
const PAUSES_MS = [2_000, 5_000, 10_000, 20_000, 40_000];

type Confirming = { order: PlacedOrder; token: () => Promise<string> };

/**
 * Step 8, started with /success under way: confirms that the gift cards are on their way, which they are without it.
 * False means that the server says no. No answer says nothing: the call only looks, and goes out until one comes or
 * the customer signs out.
 */
export async function confirmGiftCards(confirming: Confirming): Promise<boolean> {
  const { mobile } = useSession.getState();
  for (let asked = 0; useSession.getState().mobile === mobile; asked += 1) {
    const answer = await ask(confirming).catch(orNotYet);
    if (answer !== 'not yet') return answer;
    await pause(PAUSES_MS[Math.min(asked, PAUSES_MS.length - 1)] ?? 0);
  }
  return true;
}

async function ask({ order, token }: Confirming): Promise<boolean> {
  const orderId = order.success?.order_id ?? order.orderId;
  if (orderId === null) return true;
  const body = { r_token: await token(), cart_id: order.cartId, order_id: orderId };
  return (await api('POST mobiledigital/savegiftcardorderbycart', { body })).status;
}

/** A session that has ended says so itself. */
function orNotYet(error: unknown): false | 'not yet' {
  if (!isApiError(error) || error.status === 401) throw error;
  return mayPass(error) && 'not yet';
}

/** A proxy may have said a 5xx, with the server's answer lost. */
const mayPass = ({ kind, status }: ApiError) => kind === 'offline' || status === 429 || status >= 500;

function pause(length: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, length);
    addEventListener('online', end);
  });
}
