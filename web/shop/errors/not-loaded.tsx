import { Trans, useLingui } from '@lingui/react/macro';
import { isOffline } from '#web/shared/api/api-error.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { Illustration } from '#web/shared/brand/illustration.tsx';
import { Translated } from '#web/shared/languages/translated.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icons.tsx';

type NotLoadedProps = {
  error: unknown;
  retry: () => void;
  heading?: 'h1' | 'h2';
  elsewhere?: boolean;
};

/**
 * Shows no details, because a popup has already explained the error. Offline, shows an icon, because a picture would
 * not load.
 */
export function NotLoaded({ error, retry, heading = 'h2', elsewhere = true }: NotLoadedProps) {
  const { t } = useLingui();
  const offline = isOffline(error);
  return (
    <EmptyState
      heading={heading}
      picture={offline ? <Icon name="offline" className="size-16" /> : <Illustration name="error" />}
      title={t`This did not load`}
      text={
        offline
          ? t`There is no connection right now. Try again once it is back.`
          : t`It’s our fault, and usually passes in a moment.`
      }
    >
      <Button onClick={retry}>
        <Trans>Try again</Trans>
      </Button>
      {elsewhere && <ToTheShop />}
    </EmptyState>
  );
}

export function ToTheShop() {
  return (
    <LinkButton to="/browse" variant="plain">
      <Translated message={brand.browseTitle} />
    </LinkButton>
  );
}
