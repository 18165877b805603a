import { useLingui } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { QUERY_DEFAULTS } from '#web/shared/api/query-defaults.ts';
import { brand } from '#web/shared/brand/brand.ts';
import type { UncaughtEvent } from '#web/shared/errors/early-errors.ts';
import { ErrorScreen } from '#web/shared/errors/error-screen.tsx';
import { OfflineNotice, UnexpectedNotice } from '#web/shared/errors/notices.tsx';
import { listenForUncaught } from '#web/shared/errors/uncaught-errors.ts';
import { onCodeUnreachable } from '#web/shared/offline/code-missing.ts';
import { Sheet } from '#web/ui/sheet/sheet.tsx';
import { errorMessages } from './calls/error-messages.ts';
import { Till } from './till.tsx';

type TillAppProps = {
  hash: string;
  early?: (() => readonly UncaughtEvent[]) | undefined;
};

/** There is no global error handler, because each screen shows its own errors. */
const createQueryClient = () => new QueryClient({ defaultOptions: { queries: QUERY_DEFAULTS } });

/** All sellers load the same page. The device's key determines the seller. */
export function TillApp({ hash, early }: TillAppProps) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <main id="main" tabIndex={-1} className="flex grow flex-col outline-none">
        <Boundary>
          <Till hash={hash} />
        </Boundary>
        <Notices early={early} />
      </main>
    </QueryClientProvider>
  );
}

function Notices({ early = () => [] }: Pick<TillAppProps, 'early'>) {
  const { i18n } = useLingui();
  const [shownNotice, setShown] = useState<'unexpected' | 'offline' | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: early errors are taken once.
  useEffect(() => {
    onCodeUnreachable(() => setShown('offline'));
    return listenForUncaught({ onFailedCall: () => undefined, onUnexpected: () => setShown('unexpected') }, early());
  }, []);
  if (shownNotice === null) return null;
  const close = () => setShown(null);
  return (
    <Sheet onClose={close}>
      {shownNotice === 'offline' ? (
        <OfflineNotice />
      ) : (
        <UnexpectedNotice text={i18n._(errorMessages.unexpected)} close={close} />
      )}
    </Sheet>
  );
}

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="flex min-h-dvh flex-col justify-center">
        <title>{brand.title}</title>
        <ErrorScreen />
      </div>
    );
  }
}
