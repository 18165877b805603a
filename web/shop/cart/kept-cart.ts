import { t } from '@lingui/core/macro';
import { create } from 'zustand';
import { useSession } from '../session/session.ts';
import { closeToast, offerAction } from '../state/toasts.ts';
import { putBack, type RemovedFromCart } from './undo-removal.ts';

/** What a sign-in link took out of the cart, until it is put back or the page is left. */
const useKept = create<{ kept: RemovedFromCart | null }>()(() => ({ kept: null }));

/** Says that the cart was emptied, and offers what was in it; the empty cart offers it as well. */
export function offerKept(kept: RemovedFromCart): void {
  if (Object.keys(kept.cards).length + kept.lines.length + kept.pending.length === 0) return;
  useKept.setState({ kept });
  offerAction({
    text: t`The link emptied your cart.`,
    label: t`Put back what was in your cart`,
    act: () => void putKeptBack(),
  });
}

/** What puts it back, for the customer it belongs to; null where there is nothing. */
export function useKeptCart(): (() => void) | null {
  const mobile = useSession((session) => session.mobile);
  const kept = useKept((state) => state.kept);
  return kept !== null && kept.mobile === mobile ? () => void putKeptBack() : null;
}

async function putKeptBack(): Promise<void> {
  const { kept } = useKept.getState();
  useKept.setState({ kept: null });
  closeToast();
  const left = kept && (await putBack(kept));
  if (left) useKept.setState({ kept: left });
}
