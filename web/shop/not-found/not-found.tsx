import { useLingui } from '@lingui/react/macro';
import { data } from 'react-router';
import { brand } from '../../brand/brand.ts';
import { Said } from '../../languages/said.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
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
      <EmptyState
        heading="h1"
        picture={<HousePicture of="not-found" />}
        title={title}
        text={t`The link may be old, or a letter went missing on the way.`}
      >
        <LinkButton to="/browse">
          <Said words={brand.browseTitle} />
        </LinkButton>
      </EmptyState>
    </>
  );
}
