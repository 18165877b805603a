import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { showMobile } from '#contract/rules/customer/mobile.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { formatMessageTime } from './conversations.ts';
import { extractCode, splitIntoPieces, toShopPath } from './message-text.ts';
import { type PhoneMessage, phoneQuery } from './phone-queries.ts';

export function Thread({ to, publicUrl }: { to: string; publicUrl: string }) {
  const { t } = useLingui();
  const { data: messages, isError } = useQuery(phoneQuery(to));
  const list = useRef<HTMLDivElement>(null);
  const newest = messages?.[0]?.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is what scrolls to the end.
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [newest]);

  return (
    <>
      <header className="sticky top-0 z-10 flex items-center gap-1 border-b border-line bg-paper/95 px-2 py-2 backdrop-blur-sm sm:pt-9">
        <Link
          to="/phone"
          aria-label={t`All conversations`}
          className="grid size-12 place-items-center rounded-full text-accent hover:bg-sunken"
        >
          <Icon name="back" />
        </Link>
        <h1 className="grow pr-12 text-center text-17 tabular">{showMobile(to)}</h1>
      </header>
      <div
        ref={list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        tabIndex={0}
        role="log"
        aria-label={t`Messages`}
        className="min-h-0 grow overflow-y-auto px-4 py-5"
      >
        {isError && (
          <p className="pb-3 text-15 font-medium text-bad">
            <Trans>The shop cannot be reached. Trying again.</Trans>
          </p>
        )}
        {!messages && <Skeleton className="h-20 w-3/4 rounded-card" />}
        {messages?.length === 0 && (
          <p className="px-6 py-16 text-center text-muted">
            <Trans>Nothing has been sent to this number yet.</Trans>
          </p>
        )}
        <ol className="space-y-4">
          {messages?.toReversed().map((message) => (
            <li key={message.id} className="animate-appear">
              <Bubble message={message} publicUrl={publicUrl} onPicture={() => scrollToEnd(list.current)} />
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

function scrollToEnd(list: HTMLElement | null): void {
  list?.scrollTo({ top: list.scrollHeight });
}

type BubbleProps = { message: PhoneMessage; publicUrl: string; onPicture: () => void };

function Bubble({ message, publicUrl, onPicture }: BubbleProps) {
  const { i18n, t } = useLingui();
  const { kind, text, media_url, created_at } = message;
  const picture = media_url === null ? null : (toShopPath(media_url, publicUrl) ?? media_url);
  const card = splitIntoPieces(text, publicUrl).find(
    ({ isInternal: isOwn, href }) => isOwn && href?.startsWith('/card/'),
  )?.href;
  const code = message.purpose === 'code' ? extractCode(text) : null;
  return (
    <div className="flex max-w-[82%] flex-col items-start gap-1.5">
      {kind === 'mms' && picture && (
        <a href={picture} className="block w-full overflow-hidden rounded-[1.25rem] rounded-bl-control">
          <img
            src={picture}
            alt={text.trim() || t`Picture message`}
            width={720}
            height={900}
            onLoad={onPicture}
            className="block aspect-[4/5] h-auto w-full bg-sunken object-cover"
          />
        </a>
      )}
      {text.trim() !== '' && (
        <p className="rounded-[1.25rem] rounded-bl-control bg-sunken px-4 py-2.5 whitespace-pre-wrap">
          <MessageText text={text} publicUrl={publicUrl} />
        </p>
      )}
      {card && <CardPreview path={card} />}
      {code && <CopyButton text={code} label={t`Copy ${code}`} className="tabular rounded-full! border-line!" />}
      <time dateTime={created_at} className="pl-1 text-13 text-muted">
        {formatMessageTime(created_at, new Date(), i18n.locale)}
      </time>
    </div>
  );
}

function CardPreview({ path }: { path: string }) {
  return (
    <a
      href={path}
      className="flex w-full items-center gap-3.5 rounded-[1.25rem] rounded-bl-control bg-accent-soft p-3.5 hover:opacity-92"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent text-on-accent">
        <Icon name="gift" />
      </span>
      <span className="min-w-0">
        <span className="block font-semibold">
          <Trans>A gift card is waiting for you</Trans>
        </span>
        <span className="block text-15 text-muted">
          <Trans>Tap to unwrap it</Trans>
        </span>
      </span>
    </a>
  );
}

function MessageText({ text, publicUrl }: { text: string; publicUrl: string }) {
  return splitIntoPieces(text, publicUrl).map(({ text: words, href, isInternal: isOwn }) =>
    href ? (
      <a
        key={words}
        href={href}
        {...(isOwn ? {} : { target: '_blank', rel: 'noreferrer' })}
        className="wrap-anywhere font-medium underline decoration-accent decoration-2 underline-offset-2"
      >
        {words}
      </a>
    ) : (
      words
    ),
  );
}
