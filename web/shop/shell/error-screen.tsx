import { UNEXPECTED_SENTENCE } from '../../api/problems.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';

/** The global error screen: never a stack, always a way on. */
export function ErrorScreen() {
  return (
    <EmptyState
      heading="h1"
      picture={<Icon name="alert" className="size-16" />}
      title="Unexpected Error"
      text={UNEXPECTED_SENTENCE}
    >
      <Button onClick={() => globalThis.location.reload()}>Try again</Button>
      <a href="/browse" className="inline-flex min-h-12 items-center px-4 font-semibold text-accent">
        Go to the shop
      </a>
    </EmptyState>
  );
}
