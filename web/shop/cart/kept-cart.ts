import { t } from '@lingui/core/macro';
import { create } from 'zustand';
import { useSession } from '../session/session.ts';
import { closeToast, offerAction } from '../state/toasts.ts';
import { type RemovedFromCart, restoreRemovedItems } from './undo-removal.ts';

const useKept = create<{ keptItems: RemovedFromCart | null }>()(() => ({ keptItems: null }));

export function offerKept(keptItems: RemovedFromCart): void {
  if (Object.keys(keptItems.cards).length + keptItems.lines.length + keptItems.pending.length === 0) return;
  useKept.setState({ keptItems });
  offerAction({
    text: t`The link emptied your cart.`,
    label: t`Put back what was in your cart`,
    act: () => void restoreKeptItems(),
  });
}

/** Returns a function that restores the removed items, or null if this customer has none. */
export function useKeptCart(): (() => void) | null {
  const mobile = useSession((session) => session.mobile);
  const keptItems = useKept((state) => state.keptItems);
  return keptItems !== null && keptItems.mobile === mobile ? () => void restoreKeptItems() : null;
}

async function restoreKeptItems(): Promise<void> {
  const { keptItems } = useKept.getState();
  useKept.setState({ keptItems: null });
  closeToast();
  const left = keptItems && (await restoreRemovedItems(keptItems));
  if (left) useKept.setState({ keptItems: left });
}
