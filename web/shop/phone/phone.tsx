import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { data, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { brand } from '#web/shared/brand/brand.ts';
import { Logo } from '#web/shared/brand/logo.tsx';
import { Translated } from '#web/shared/languages/translated.tsx';
import { buttonClasses } from '#web/ui/button.tsx';
import { Icon, type IconName } from '#web/ui/icons.tsx';
import NotFound from '../not-found/not-found.tsx';
import { loadContext } from '../queries/load-context.ts';
import { ConversationList } from './conversation-list.tsx';
import { parseNumberQuery } from './conversations.ts';
import { Thread } from './thread.tsx';

export function loader({ context }: LoaderFunctionArgs) {
  const { settings, publicUrl } = context.get(loadContext);
  return data({ isEnabled: settings.demo_phone, publicUrl }, settings.demo_phone ? 200 : 404);
}

/** The loaded data is the same for all numbers, so switching numbers needs no request. */
export const shouldRevalidate = () => false;

export default function Phone() {
  const { isEnabled, publicUrl } = useLoaderData<typeof loader>();
  const { i18n, t } = useLingui();
  const [query] = useSearchParams();
  const to = parseNumberQuery(query.get('to'));
  if (!isEnabled) return <NotFound />;
  return (
    <div className="whole-window flex h-dvh flex-col items-center justify-center gap-x-24 lg:flex-row lg:bg-linear-to-br lg:from-accent-soft lg:to-paper">
      <title>{`${t`Demo phone`} | ${brand.title}`}</title>
      <meta name="robots" content="noindex" />
      <Beside />
      <div
        style={bezel}
        className="flex min-h-0 w-full grow flex-col sm:h-[min(52rem,calc(100dvh-4rem))] sm:w-[25.5rem] sm:grow-0 sm:rounded-[3.25rem] sm:bg-(--bezel) sm:p-3 sm:shadow-float"
      >
        <div className="relative flex min-h-0 grow flex-col overflow-hidden bg-paper sm:rounded-[2.5rem]">
          <span
            aria-hidden="true"
            className="absolute top-2.5 left-1/2 z-20 hidden h-6 w-24 -translate-x-1/2 rounded-full bg-(--bezel) sm:block"
          />
          {to === null ? (
            <ConversationList explained={i18n._(EXPLAINED)} />
          ) : (
            <Thread key={to} to={to} publicUrl={publicUrl} />
          )}
        </div>
      </div>
    </div>
  );
}

const ways: { icon: IconName; words: MessageDescriptor }[] = [
  { icon: 'shield', words: msg`Sign in to the shop with any mobile. The code arrives on its phone here.` },
  { icon: 'gift', words: msg`Give a gift card to any mobile. The picture and the link arrive on its phone here.` },
  { icon: 'phone', words: msg`Open the number, tap the link, and unwrap the card as your friend would.` },
];

function Beside() {
  return (
    <div className="hidden max-w-md px-6 lg:block">
      <p className="flex items-center gap-2 font-display text-20 font-bold tracking-tight">
        <Logo />
        {brand.title}
      </p>
      <p className="mt-8 font-display text-[2.75rem] leading-tight font-bold">
        <Trans>The demo phone</Trans>
      </p>
      <p className="mt-3 text-20 text-muted">
        <Translated message={EXPLAINED} />
      </p>
      <ol className="mt-8 space-y-4">
        {ways.map(({ icon, words }) => (
          <li key={icon} className="flex items-center gap-4">
            <span className="grid size-12 shrink-0 place-items-center rounded-full bg-surface text-accent">
              <Icon name={icon} />
            </span>
            <Translated message={words} />
          </li>
        ))}
      </ol>
      <a href="/browse" className={buttonClasses({}, 'mt-9')}>
        <Trans>Go to the shop</Trans>
        <Icon name="forward" className="size-5" />
      </a>
    </div>
  );
}

const bezel = { '--bezel': 'light-dark(var(--ink), var(--line))' } as CSSProperties;

const EXPLAINED = msg`A demonstration: every message from the shop appears here, whatever the number, and none leaves this server.`;
