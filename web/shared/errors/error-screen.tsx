import { Trans, useLingui } from '@lingui/react/macro';
import { Illustration } from '#web/shared/brand/illustration.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export function ErrorScreen() {
  const { t } = useLingui();
  return (
    <EmptyState
      heading="h1"
      picture={<Illustration name="error" />}
      title={t`Unexpected Error`}
      text={t`An unexpected error has occurred. Please try again later.`}
    >
      <Button onClick={() => globalThis.location.reload()}>
        <Trans>Try again</Trans>
      </Button>
      <a href="/browse" className="inline-flex min-h-12 items-center px-4 font-semibold text-accent">
        <Trans>Go to the shop</Trans>
      </a>
    </EmptyState>
  );
}
