import { t as translate } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateFormat } from '#contract/rules/formats.ts';
import type { OpenSession } from '#contract/sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { api } from '../../calls/api.ts';
import { showError } from '../../errors/show-error.ts';
import { CUSTOMER_SCOPE, queryClient } from '../../queries/query-client.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';
import { closePlainToast, showToast } from '../../state/toasts.ts';
import { QueryState } from '../page/query-state.tsx';
import { detailsCell } from '../page/skeletons.tsx';
import { deviceNames } from '../passkeys/passkey-words.ts';

const sessionsQuery = queryOptions({
  queryKey: [CUSTOMER_SCOPE, 'sessions'],
  queryFn: ({ signal }) => api('GET mobiledigital/sessions', {}, { signal }).then(({ sessions }) => sessions),
  // Always refetch, because sessions start and end on other devices.
  staleTime: 0,
});

export function Sessions() {
  return (
    <section aria-labelledby="sessions" className="mt-8">
      <h2 id="sessions" tabIndex={-1} className="text-20">
        <Trans>Where you are signed in</Trans>
      </h2>
      <QueryState query={useQuery(sessionsQuery)} waiting={<Skeleton className="mt-4 h-20" />}>
        {(sessions) => <List sessions={sessions} />}
      </QueryState>
    </section>
  );
}

function List({ sessions }: { sessions: readonly OpenSession[] }) {
  const [ending, setEnding] = useState<readonly string[]>([]);
  const otherIds = sessions.filter(({ is_this }) => !is_this).map(({ id }) => id);
  async function end(ids: string[]) {
    setEnding(ids);
    closePlainToast();
    try {
      await endSessions(ids);
    } catch (error) {
      showError(error);
    }
    setEnding([]);
  }
  return (
    <>
      <ul className="mt-4 grid gap-3 sm:gap-4 md:grid-cols-2 lg:gap-6">
        {sessions.map((session) => (
          <Row
            key={session.id}
            session={session}
            busy={ending.includes(session.id)}
            disabled={ending.length > 0}
            onEnd={() => void end([session.id])}
          />
        ))}
      </ul>
      {otherIds.length > 1 && (
        <Button
          variant="plain"
          className="mt-4"
          busy={ending.length > 1}
          disabled={ending.length > 0}
          onClick={() => void end(otherIds)}
        >
          <Trans>Sign out everywhere else</Trans>
        </Button>
      )}
    </>
  );
}

type RowProps = { session: OpenSession; busy: boolean; disabled: boolean; onEnd: () => void };

function Row({ session: { device, by, created_at, is_this }, busy, disabled, onEnd }: RowProps) {
  const { t, i18n } = useLingui();
  const name = i18n._(deviceNames[device]);
  const time = dateFormat(i18n.locale, { hour: 'numeric', minute: '2-digit' }).format(new Date(created_at));
  return (
    <li className={`${detailsCell} flex flex-wrap items-center justify-between gap-x-3`}>
      <Icon name="phone" className="absolute top-5 left-4 size-6 text-accent sm:left-5" />
      <span className="min-w-0">
        <span className="block text-17 font-semibold">{name}</span>
        <span className="block text-13 text-muted">
          {by === 'code' && <Trans>Since {time}, with a code</Trans>}
          {by === 'link' && <Trans>Since {time}, by a personal link</Trans>}
          {by === 'passkey' && <Trans>Since {time}, with a passkey</Trans>}
        </span>
        {is_this && (
          <span className="block text-13 font-semibold text-good">
            <Trans>Here, just now</Trans>
          </span>
        )}
      </span>
      {!is_this && (
        <Button
          variant="quiet"
          className="-mr-3 ml-auto px-3! text-15! text-muted!"
          busy={busy}
          disabled={disabled}
          aria-label={t`Sign out ${name}, since ${time}`}
          onClick={onEnd}
        >
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  );
}

async function endSessions(ids: string[]): Promise<void> {
  await withCode(() => api('POST mobiledigital/endsessions', { body: { ids } }));
  await queryClient().invalidateQueries(sessionsQuery);
  document.getElementById('sessions')?.focus();
  showToast(translate`Signed out there`);
}
