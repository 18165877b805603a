import { CUSTOMER_SCOPE, queryClient } from '../queries/query-client.ts';

let channel: BroadcastChannel | null = null;

/** The cart is one in every tab: what another tab changed is fetched where it is on screen. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => key === null && fetchAgain());
  if (!('BroadcastChannel' in globalThis)) return;
  channel = new BroadcastChannel('handsel.cart');
  channel.onmessage = fetchAgain;
}

function fetchAgain(): void {
  for (const name of ['cart', 'cart-products']) {
    void queryClient().invalidateQueries({ queryKey: [CUSTOMER_SCOPE, name] });
  }
}

/** The cart was changed here. */
export function noteCartChanged(): void {
  channel?.postMessage('changed');
}
