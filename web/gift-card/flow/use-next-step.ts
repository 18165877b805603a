import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { showToast } from '../../state/toasts.ts';
import { type FlowCard, returnPathOf, returnsToOrder, type Step, stepPath } from './flow-card.ts';

/** Leads on once a step is saved: to the next one, or, after a change of a paid card, back to its order. */
export function useNextStep(card: FlowCard): (next: Step) => Promise<void> {
  const { t } = useLingui();
  const navigate = useNavigate();
  return async (next) => {
    if (!returnsToOrder(card)) {
      await navigate(stepPath(card, next));
      return;
    }
    await navigate(returnPathOf(card));
    showToast(t`Saved`);
  };
}
