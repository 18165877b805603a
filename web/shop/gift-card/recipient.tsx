import { msg } from '@lingui/core/macro';
import { FlowScreen } from './flow-screen.tsx';
import { RecipientForm } from './recipient-form.tsx';

/** RT-09..RT-14, ST-045, ST-046. */
export default function RecipientPage() {
  return (
    <FlowScreen step="recipient" title={msg`Who are you sending it to?`}>
      {(card) => <RecipientForm key={card.detailsId} card={card} />}
    </FlowScreen>
  );
}
