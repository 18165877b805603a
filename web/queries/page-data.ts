import { useMemo } from 'react';
import { useLoaderData } from 'react-router';

/**
 * What a page was rendered from, as one text. The page brings it along for the browser, where it compresses to half of
 * what React Router's own encoding of the same objects does.
 */
export type PageData<Data> = string & { readonly of?: Data };

/** What a loader returns in place of the data itself. */
export function pageData<Data>(data: Data): PageData<Data> {
  return JSON.stringify(data);
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
  const text = useLoaderData() as string | null;
  return useMemo(() => (text === null ? null : JSON.parse(text)), [text]);
}
