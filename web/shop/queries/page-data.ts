import { useMemo } from 'react';
import { useLoaderData, useMatches } from 'react-router';

/**
 * What a page was rendered from. The page brings it along once, as JSON in an element of its own: in React Router's
 * encoding, inside a string of a script, it is half as long again. So its text is hidden from that encoding, which
 * leaves {} of it.
 */
export type PageData<Data> = { readonly text?: string; readonly of?: Data };

/** What a loader returns in place of the data itself. */
export function pageData<Data>(data: Data): PageData<Data> {
  // No tag can begin in it.
  return Object.defineProperty({}, 'text', { value: JSON.stringify(data).replaceAll('<', '\\u003c') });
}

/** Where the page keeps it. */
export const PAGE_DATA_ID = 'page-data';

/** The text of the page that is rendered, on the server; browsers leave alone what the page came with. */
export function usePageText(): string {
  const datas = useMatches().map(({ loaderData }) => loaderData as PageData<unknown> | undefined);
  return datas.find((one) => one?.text !== undefined)?.text ?? '';
}

type DataOf<Answer> = Answer extends { data: PageData<infer Data> }
  ? Data
  : Answer extends PageData<infer Data>
    ? Data
    : never;

/** The data of the page that the server rendered; null on one that was opened in the browser. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments of a loader are React Router's own
export function usePageData<Loader extends (...args: any[]) => Promise<unknown>>(): DataOf<
  Awaited<ReturnType<Loader>>
> | null {
  return useParsed(useLoaderData());
}

/** The same for what surrounds a page, whichever it is; null also where its data came in another way. */
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
