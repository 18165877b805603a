import { useMemo } from 'react';
import { useLoaderData, useMatches } from 'react-router';

/**
 * Data of a page, embedded as JSON in an element of its own, because React Router's encoding is 50 % longer. `text` is
 * non-enumerable, so that React Router does not encode it as well.
 */
export type PageData<Data> = { readonly text?: string; readonly parsed?: Data };

export function pageData<Data>(data: Data): PageData<Data> {
  // Escape <, so that the text cannot open a tag.
  return Object.defineProperty({}, 'text', { value: JSON.stringify(data).replaceAll('<', '\\u003c') });
}

export const PAGE_DATA_ID = 'page-data';

export function usePageText(): string {
  const datas = useMatches().map(({ loaderData }) => loaderData as PageData<unknown> | undefined);
  return datas.find((data) => data?.text !== undefined)?.text ?? '';
}

type DataOf<Answer> = Answer extends { data: PageData<infer Data> }
  ? Data
  : Answer extends PageData<infer Data>
    ? Data
    : never;

/** Returns null if the page was opened by client-side navigation. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments of a loader are React Router's own
export function usePageData<Loader extends (...args: any[]) => Promise<unknown>>(): DataOf<
  Awaited<ReturnType<Loader>>
> | null {
  return useParsed(useLoaderData());
}

/** For components outside the page, such as the header. Returns null also if the page's loader returned no PageData. */
export function useShownPageData<Data>(): Data | null {
  const loaded = useMatches().at(-1)?.loaderData as PageData<unknown> | undefined;
  return useParsed(loaded && Object.keys(loaded).length === 0 ? loaded : null);
}

function useParsed(loaded: PageData<unknown> | null) {
  return useMemo(() => {
    if (loaded === null) return null;
    return JSON.parse(loaded.text ?? document.getElementById(PAGE_DATA_ID)?.textContent ?? 'null');
  }, [loaded]);
}
