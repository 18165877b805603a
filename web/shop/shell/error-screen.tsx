import { Trans, useLingui } from '@lingui/react/macro';
import { UNEXPECTED_SENTENCE } from '../../api/problems.ts';
import { say } from '../../languages/say.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HousePicture } from './house-picture.tsx';

/** The global error screen: never a stack, always a way on. */
export function ErrorScreen() {
  const { i18n, t } = useLingui();
  return (
    <EmptyState
      heading="h1"
      picture={<HousePicture of="error" />}
      title={t`Unexpected Error`}
      text={say(i18n, UNEXPECTED_SENTENCE)}
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
