import { Trans, useLingui } from '@lingui/react/macro';
import { data } from 'react-router';
import { brand } from '../../brand/brand.ts';
import { Said } from '../../languages/said.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LostState } from '../../ui/lost-state.tsx';
import { HousePicture } from '../shell/house-picture.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export const clientLoader = () => null;

/** RT-50. */
export default function NotFound() {
  const { t } = useLingui();
  const title = t`Page not found`;
  return (
    <>
      <title>{`${title} | ${brand.title}`}</title>
      <LostState
        picture={<HousePicture of="not-found" large />}
        title={title}
        text={t`The link may be old, or a letter went missing on the way.`}
      >
        <LinkButton to="/browse">
          <Said words={brand.browseTitle} />
        </LinkButton>
        <LinkButton to="/search" look="plain">
          <Icon name="search" className="size-5" />
          <Trans>Search</Trans>
        </LinkButton>
      </LostState>
    </>
  );
}
