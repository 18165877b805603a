import { useLingui } from '@lingui/react';
import { useLocation, useRouteLoaderData } from 'react-router';
import { brand } from '#web/shared/brand/brand.ts';
import type { PictureData } from '#web/ui/picture.tsx';
import type { loader } from '../root.tsx';
import { jsonForScript, type LinkedData } from './linked-data.ts';

type PageHeadProps = {
  /** Whole, with the name of the shop. */
  title: string;
  /** One or two sentences. */
  description: string;
  /** What stands for the page when its link is shared; without it the shop's own picture. */
  picture?: { of: Pick<PictureData, 'id' | 'version'>; alt: string } | undefined;
  /** What the page is about, for search engines: called on the server only. `at` makes a path an address. */
  about?: (at: (path: string) => string) => LinkedData;
  /** The query that makes it a page of its own; everything else behind a question mark counts visits or searches. */
  search?: string | undefined;
  /** Kept out of search engines: nothing is there to find. */
  hidden?: boolean;
};

/** Size of every picture under /share, and of the shop's own. */
const SHARED = { width: 1200, height: 630 };

/** Title, description, address and what a messenger or a search engine shows of a public page. One a page. */
export function PageHead({ title, description, picture, about, search = '', hidden = false }: PageHeadProps) {
  const publicUrl = useRouteLoaderData<typeof loader>('root')?.publicUrl ?? '';
  const at = (place: string) => publicUrl + place;
  const image = at(picture ? sharePath(picture.of) : '/share.jpg');
  const address = at(useLocation().pathname.replace(/(.)\/$/, '$1') + search);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.title} />
      <meta property="og:locale" content={territory(useLingui().i18n.locale)} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={String(SHARED.width)} />
      <meta property="og:image:height" content={String(SHARED.height)} />
      <meta property="og:image:alt" content={picture?.alt ?? brand.title} />
      {/* Everything else of a Twitter card is read from the lines above. */}
      <meta name="twitter:card" content="summary_large_image" />
      {about && <About data={() => about(at)} />}
    </>
  );
}

/**
 * A block of data, which browsers do not run: the content security policy has nothing against it. Only crawlers read
 * it, so the code that makes it stays on the server; React leaves alone what the page came with.
 */
function About({ data }: { data: () => LinkedData }) {
  const text = import.meta.env.SSR ? jsonForScript(data()) : '{}';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no tag can begin, see jsonForScript.
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}

function sharePath({ id, version }: Pick<PictureData, 'id' | 'version'>): string {
  return `/share/${encodeURIComponent(id)}.jpg?v=${encodeURIComponent(version)}`;
}

/** 'en-AU' -> 'en_AU', 'de' -> 'de_DE': the form messengers read. */
function territory(locale: string): string {
  const { language, region } = new Intl.Locale(locale).maximize();
  return `${language}_${region}`;
}
