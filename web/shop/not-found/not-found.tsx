import { Trans, useLingui } from '@lingui/react/macro';
import { data } from 'react-router';
import { brand } from '#web/shared/brand/brand.ts';
import { Illustration } from '#web/shared/brand/illustration.tsx';
import { Translated } from '#web/shared/languages/translated.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { LostState } from '../errors/lost-state.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export const clientLoader = () => null;

export default function NotFound() {
  const { t } = useLingui();
  const title = t`Page not found`;
  return (
    <>
      <title>{`${title} | ${brand.title}`}</title>
      <LostState
        picture={<Illustration name="not-found" large />}
        title={title}
        text={t`This link is out of date or has a typo.`}
      >
        <LinkButton to="/browse">
          <Translated message={brand.browseTitle} />
        </LinkButton>
        <LinkButton to="/search" variant="plain">
          <Icon name="search" className="size-5" />
          <Trans>Search</Trans>
        </LinkButton>
      </LostState>
    </>
  );
}
