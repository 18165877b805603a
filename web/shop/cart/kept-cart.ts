import { t } from '@lingui/core/macro';
import { create } from 'zustand';
import { useSession } from '../session/session.ts';
import { closeToast, offerAction } from '../state/toasts.ts';
import { type RemovedFromCart, restoreRemovedItems } from './undo-removal.ts';

const useKept = create<{ kept: RemovedFromCart | null }>()(() => ({ kept: null }));

export function offerKept(kept: RemovedFromCart): void {
  if (Object.keys(kept.cards).length + kept.lines.length + kept.pending.length === 0) return;
  useKept.setState({ kept });
  offerAction({
    text: t`The link emptied your cart.`,
    label: t`Put back what was in your cart`,
    act: () => void restoreKeptItems(),
  });
}

/** Returns a function that restores the removed items, or null if this customer has none. */
export function useKeptCart(): (() => void) | null {
  const mobile = useSession((session) => session.mobile);
  const keptItems = useKept((state) => state.kept);
  return keptItems !== null && keptItems.mobile === mobile ? () => void restoreKeptItems() : null;
}

async function restoreKeptItems(): Promise<void> {
  const { kept } = useKept.getState();
  useKept.setState({ kept: null });
  closeToast();
  const left = kept && (await restoreRemovedItems(kept));
  if (left) useKept.setState({ kept: left });
}
