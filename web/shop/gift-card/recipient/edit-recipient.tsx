import { msg } from '@lingui/core/macro';
import { FlowScreen } from '../flow/flow-screen.tsx';
import { RecipientForm } from './recipient-form.tsx';

export default function EditRecipientPage() {
  return (
    <FlowScreen step="recipient" title={msg`Gift Card Recipient Details`}>
      {(card) => <RecipientForm key={card.detailsId} card={card} />}
    </FlowScreen>
  );
}
