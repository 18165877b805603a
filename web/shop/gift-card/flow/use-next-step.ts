import { useLingui } from '@lingui/react/macro';
import { useShowPage } from '../../state/route-shown.ts';
import { showToast } from '../../state/toasts.ts';
import { type FlowCard, getReturnPath, returnsToOrder, type Step, stepPath } from './flow-card.ts';

export function useNextStep(card: FlowCard): (next: Step) => Promise<void> {
  const { t } = useLingui();
  const showPage = useShowPage();
  return async (next) => {
    if (!returnsToOrder(card)) {
      await showPage(stepPath(card, next));
      return;
    }
    await showPage(getReturnPath(card));
    showToast(t`Saved`);
  };
}
