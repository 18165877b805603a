import type { CSSProperties } from 'react';
import { data, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { brand } from '../brand/brand.ts';
import { loadContext } from '../load-context.ts';
import NotFound from '../shop/not-found/not-found.tsx';
import { ConversationList } from './conversation-list.tsx';
import { numberFromQuery } from './conversations.ts';
import { Thread } from './thread.tsx';

export function loader({ context }: LoaderFunctionArgs) {
  const { settings, publicUrl } = context.get(loadContext);
  return data({ there: settings.demo_phone, publicUrl }, settings.demo_phone ? 200 : 404);
}

/** Going from number to number asks the server nothing. */
export const shouldRevalidate = () => false;

/** The demo phone (decisions 0b): every message the shop sends, on the phone it was sent to. Only where messages stay here. */
export default function Phone() {
  const { there, publicUrl } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const to = numberFromQuery(query.get('to'));
  if (!there) return <NotFound />;
  return (
    <div className="flex h-dvh flex-col items-center justify-center gap-x-20 lg:flex-row">
      <title>{`Demo phone | ${brand.title}`}</title>
      <meta name="robots" content="noindex" />
      <div className="hidden max-w-sm px-6 lg:block">
        <p className="font-display text-32 font-bold">The demo phone</p>
        <p className="mt-3 text-20 text-muted">{EXPLAINED}</p>
        <a
          href="/browse"
          className="mt-6 inline-flex min-h-12 items-center font-semibold underline decoration-accent decoration-2 underline-offset-4"
        >
          Go to the shop
        </a>
      </div>
      <div
        style={bezel}
        className="flex min-h-0 w-full grow flex-col sm:h-[min(52rem,calc(100dvh-4rem))] sm:w-[25.5rem] sm:grow-0 sm:rounded-[3.25rem] sm:bg-(--bezel) sm:p-3 sm:shadow-float"
      >
        <div className="relative flex min-h-0 grow flex-col overflow-hidden bg-paper sm:rounded-[2.5rem]">
          <span
            aria-hidden="true"
            className="absolute top-2.5 left-1/2 z-20 hidden h-6 w-24 -translate-x-1/2 rounded-full bg-(--bezel) sm:block"
          />
          {to === null ? <ConversationList explained={EXPLAINED} /> : <Thread key={to} to={to} publicUrl={publicUrl} />}
        </div>
      </div>
    </div>
  );
}

const bezel = { '--bezel': 'light-dark(var(--ink), var(--line))' } as CSSProperties;

const EXPLAINED = 'A demonstration: what the shop sends to any mobile appears here, and none of it leaves this server.';
