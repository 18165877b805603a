import { data } from 'react-router';
import { brand } from '../../brand/brand.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Logo } from '../shell/logo.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export const clientLoader = () => null;

/** RT-50. */
export default function NotFound() {
  return (
    <>
      <title>{`Page not found | ${brand.title}`}</title>
      <EmptyState
        heading="h1"
        picture={<Logo className="size-20 rotate-12" />}
        title="Page not found"
        text="The link may be old, or a letter went missing on the way."
      >
        <LinkButton to="/browse">{brand.browseTitle}</LinkButton>
      </EmptyState>
    </>
  );
}
