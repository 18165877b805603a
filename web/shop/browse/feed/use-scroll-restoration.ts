import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { queryClient } from '../../queries/query-client.ts';
import { type Feed, FIRST_PAGE, feedKey, feedQuery, type Tile } from './feed.ts';
import {
  asQueryData,
  findAnchor,
  readSnapshot,
  remember,
  type ScrollSnapshot,
  scrollToAnchor,
} from './scroll-snapshot.ts';

const HEADER = 56;

/**
 * Restores loaded pages and scroll position per history entry, on Back, reload or return. Attach the ref to the tiles'
 * container.
 */
export function useScrollRestoration(
  listFeed: Feed,
  pages: Tile[][] | undefined,
  updatedAt: number,
): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const feed = feedKey(listFeed);
  const latest = useRef({ listFeed, feed, pages, updatedAt });
  const coming = useRef<ScrollSnapshot | null>(null);
  useLayoutEffect(() => {
    latest.current = { listFeed, feed, pages, updatedAt };
  });

  useBringBack(list, latest, coming, key);

  // Scrolls before paint even if the tiles render after the snapshot was read.
  useLayoutEffect(() => {
    if (pages) scrollSoon(list, coming);
  }, [pages]);

  useLayoutEffect(() => {
    function keep() {
      const { feed, pages, updatedAt } = latest.current;
      const anchor = findAnchor(list.current, HEADER);
      const isScrolled = pages && anchor && globalThis.scrollY > 0;
      remember(key, isScrolled ? { feed, pages, at: updatedAt, anchor } : null);
    }
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [key]);

  return list;
}

type Latest = { listFeed: Feed; feed: string; pages: Tile[][] | undefined };

/** Scrolls after all effects of this render, including the router's own scrolling, and before paint. */
function scrollSoon(list: RefObject<HTMLDivElement | null>, coming: RefObject<ScrollSnapshot | null>): void {
  queueMicrotask(() => {
    if (coming.current && scrollToAnchor(list.current, coming.current.anchor)) coming.current = null;
  });
}

function useBringBack(
  list: RefObject<HTMLDivElement | null>,
  latest: RefObject<Latest>,
  coming: RefObject<ScrollSnapshot | null>,
  key: string,
): void {
  useLayoutEffect(() => {
    const { listFeed, feed, pages } = latest.current;
    const memory = readSnapshot(key, feed);
    if (!memory) return;
    if (memory.pages.length > (pages?.length ?? 0)) {
      const { queryKey } = feedQuery(listFeed);
      queryClient().setQueryData(queryKey, asQueryData(memory, FIRST_PAGE), { updatedAt: memory.at });
    }
    coming.current = memory;
    scrollSoon(list, coming);
  }, [list, latest, coming, key]);

  // Any input from the customer cancels the pending scroll.
  useEffect(() => {
    const cancel = () => {
      coming.current = null;
    };
    for (const name of ['wheel', 'touchstart', 'keydown'] as const) addEventListener(name, cancel, { passive: true });
    return () => {
      for (const name of ['wheel', 'touchstart', 'keydown'] as const) removeEventListener(name, cancel);
    };
  }, [coming]);
}
