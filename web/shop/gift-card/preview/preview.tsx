import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { detectDeviceZone } from '../../send-time/own-zone.ts';
import { sendWords } from '../../send-time/send-words.ts';
import { useNow } from '../../send-time/use-now.ts';
import { useShowPage } from '../../state/route-shown.ts';
import { showToast } from '../../state/toasts.ts';
import { doneSteps, type FlowCard, getReturnPath } from '../flow/flow-card.ts';
import { FlowScreen } from '../flow/flow-screen.tsx';
import { BESIDE, MessageThread } from '../thread/message-thread.tsx';
import { MoreRecipients } from './more-recipients.tsx';
import { Facts, Missing } from './preview-facts.tsx';
import { TextParts } from './text-parts.tsx';
import { useMoreRecipients } from './use-more-recipients.ts';

export default function PreviewPage() {
  return (
    <FlowScreen step="preview" title={msg`Gift Card Preview`}>
      {(card) => <Preview key={card.detailsId} card={card} />}
    </FlowScreen>
  );
}

function Preview({ card }: { card: FlowCard }) {
  const { i18n, t } = useLingui();
  const showPage = useShowPage();
  const now = useNow();
  const moreRecipients = useMoreRecipients(card);
  const { scheduled_delivery: scheduledAt, timezone: zone } = card;
  const words = sendWords({ i18n, scheduledAt, zone, now, ownZone: detectDeviceZone(), paid: !card.local });
  const home = getReturnPath(card);
  return (
    <>
      <div className="mt-5 grid gap-8 sm:grid-cols-[21rem_minmax(0,1fr)] sm:gap-12 lg:contents">
        <div className={BESIDE}>
          <MessageThread card={card} />
        </div>
        <div className="flex min-w-0 flex-col gap-5 lg:mt-5">
          <Missing card={card} />
          <Facts card={card} words={words} now={now} />
          <TextParts card={card} />
          {card.local && doneSteps(card).preview && <MoreRecipients card={card} moreRecipients={moreRecipients} />}
        </div>
      </div>
      <ActionBar>
        {moreRecipients.people.length > 0 ? (
          <Button
            busy={moreRecipients.busy}
            className="sm:min-w-[14rem]"
            onClick={() => void moreRecipients.send().then((isSent) => (isSent ? showPage(home) : undefined))}
          >
            <Trans>Continue</Trans>
          </Button>
        ) : card.orderId !== null ? (
          // Save only leaves the flow, because each step has already saved its changes.
          <LinkButton to={home} className="sm:min-w-[14rem]" onClick={() => showToast(t`Saved`)}>
            <Trans>Save</Trans>
          </LinkButton>
        ) : (
          <LinkButton to={home} className="sm:min-w-[14rem]">
            <Trans>Continue</Trans>
          </LinkButton>
        )}
      </ActionBar>
    </>
  );
}
