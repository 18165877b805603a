import { useLingui } from '@lingui/react/macro';
import { brand } from '../../brand/brand.ts';
import { Said } from '../../languages/said.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';

/** PD-12. */
export function NoProduct() {
  const { t } = useLingui();
  return (
    <EmptyState
      heading="h1"
      picture={<Icon name="box" className="size-16" />}
      title={t`No Product.`}
      text={t`It may have been taken off the shelf. There is plenty more to see.`}
    >
      <title>{t`No Product. | ${brand.title}`}</title>
      <LinkButton to="/browse">
        <Said words={brand.browseTitle} />
      </LinkButton>
    </EmptyState>
  );
}
