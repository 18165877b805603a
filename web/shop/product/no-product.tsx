import { brand } from '../../brand/brand.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';

/** PD-12. */
export function NoProduct() {
  return (
    <EmptyState
      heading="h1"
      picture={<Icon name="box" className="size-16" />}
      title="No Product."
      text="It may have been taken off the shelf. There is plenty more to see."
    >
      <title>{`No Product. | ${brand.title}`}</title>
      <LinkButton to="/browse">{brand.browseTitle}</LinkButton>
    </EmptyState>
  );
}
