import { msg } from '@lingui/core/macro';
import { FlowScreen } from '../flow/flow-screen.tsx';
import { RecipientForm } from './recipient-form.tsx';

export default function RecipientPage() {
  return (
    <FlowScreen step="recipient" title={msg`Who are you sending it to?`}>
      {(card) => <RecipientForm key={card.detailsId} card={card} />}
    </FlowScreen>
  );
}
