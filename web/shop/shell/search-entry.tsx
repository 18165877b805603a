import { Trans } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { openPopup } from '../../state/popups.ts';
import { Icon } from '../../ui/icons.tsx';

/** The way to the search: an icon on a phone, a field's look on wide screens. A link, so that it works before the code is there. */
export function SearchEntry() {
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openPopup({ kind: 'search' });
  }
  return (
    <Link
      to="/search"
      onClick={open}
      aria-haspopup="dialog"
      className="inline-flex size-[48px] shrink-0 items-center justify-center gap-2.5 rounded-full text-muted hover:bg-sunken lg:h-12 lg:w-72 lg:justify-start lg:border lg:border-edge lg:bg-surface lg:px-4"
    >
      <Icon name="search" className="size-[24px] text-ink lg:size-5 lg:text-muted" />
      <span className="sr-only text-15 lg:not-sr-only lg:truncate">
        <Trans>Search gifts, makers, categories</Trans>
      </span>
    </Link>
  );
}
