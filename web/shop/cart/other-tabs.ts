import { CUSTOMER_SCOPE, queryClient } from '../queries/query-client.ts';

let channel: BroadcastChannel | null = null;

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

export function broadcastCartChange(): void {
  channel?.postMessage('changed');
}
