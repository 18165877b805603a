import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { showMobile, toE164 } from '#contract/rules/customer/mobile.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MobileField } from '../address/mobile-field.tsx';
import { errorText } from '../errors/error-text.ts';
import { type Conversation, formatMessageTime, formatPreview, groupConversations } from './conversations.ts';
import { phoneQuery } from './phone-queries.ts';

const threadPath = (to: string): string => `/phone?to=${encodeURIComponent(to)}`;

export function ConversationList({ explained }: { explained: string }) {
  const { t } = useLingui();
  const { data: messages, isError } = useQuery(phoneQuery(null));
  const conversations = messages && groupConversations(messages);
  return (
    <>
      <header className="px-5 pt-6 pb-4 sm:pt-12">
        <h1 className="text-32">
          <Trans>Messages</Trans>
        </h1>
        <p className="mt-1 text-13 text-muted lg:hidden">{explained}</p>
      </header>
      <section aria-label={t`Conversations`} className="min-h-0 grow overflow-y-auto overscroll-contain">
        {isError && (
          <p className="px-5 pb-3 text-15 font-medium text-bad">
            <Trans>The shop cannot be reached. Trying again.</Trans>
          </p>
        )}
        {!conversations && <Waiting />}
        {conversations?.length === 0 && <Empty />}
        <ul>
          {conversations?.map((conversation) => (
            <Row key={conversation.to} conversation={conversation} />
          ))}
        </ul>
      </section>
      <OpenNumber />
    </>
  );
}

function Row({ conversation: { to, newest } }: { conversation: Conversation }) {
  const { i18n } = useLingui();
  return (
    <li>
      <Link to={threadPath(to)} className="flex items-center gap-3.5 px-5 py-2.5 -outline-offset-3 hover:bg-sunken">
        <span
          aria-hidden="true"
          className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft text-accent"
        >
          <Icon name="person" />
        </span>
        <span className="min-w-0 grow border-b border-line pb-3">
          <span className="flex items-baseline gap-3">
            <span className="grow font-semibold tabular">{showMobile(to)}</span>
            <span className="text-13 whitespace-nowrap text-muted">
              {formatMessageTime(newest.created_at, new Date(), i18n.locale)}
            </span>
          </span>
          <span className="mt-0.5 flex items-center gap-1.5 text-15 text-muted">
            {newest.kind === 'mms' && <Icon name="gift" className="size-4" />}
            <span className="truncate">{formatPreview(newest, i18n)}</span>
          </span>
        </span>
      </Link>
    </li>
  );
}

function OpenNumber() {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const navigate = useNavigate();
  function open(event: FormEvent) {
    event.preventDefault();
    const number = toE164(typed);
    setWrong(number === null);
    if (number !== null) void navigate(threadPath(number));
  }
  return (
    <form
      noValidate
      onSubmit={open}
      className="flex items-start gap-3 border-t border-line bg-surface px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      <MobileField
        label={t`Open the phone of`}
        name="to"
        autoComplete="off"
        placeholder="04.. ... ..."
        value={typed}
        onValue={setTyped}
        error={wrong ? errorText('mobile_invalid') : undefined}
        className="grow"
      />
      <Button type="submit" variant="plain" className="mt-7">
        <Trans>Open</Trans>
      </Button>
    </form>
  );
}

function Empty() {
  return (
    <div className="flex flex-col items-center gap-3 px-8 py-16 text-center">
      <Icon name="phone" className="size-14 text-accent" />
      <p className="font-display text-20 font-bold">
        <Trans>No messages yet</Trans>
      </p>
      <p className="text-muted">
        <Trans>Sign in to the shop with any mobile number, and the code arrives here.</Trans>
      </p>
      <Link to="/browse" className="inline-flex min-h-12 items-center font-semibold text-accent">
        <Trans>Go to the shop</Trans>
      </Link>
    </div>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="space-y-5 px-5 py-3">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-3.5">
          <Skeleton className="size-12 rounded-full" />
          <Skeleton className="h-10 grow" />
        </div>
      ))}
    </div>
  );
}
