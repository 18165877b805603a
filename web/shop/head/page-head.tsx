import { useLingui } from '@lingui/react';
import { useLocation, useRouteLoaderData } from 'react-router';
import { brand } from '#web/shared/brand/brand.ts';
import type { PictureData } from '#web/ui/picture.tsx';
import type { loader } from '../root.tsx';
import { type LinkedData, serializeForScript } from './linked-data.ts';

type PageHeadProps = {
  title: string;
  description: string;
  picture?: { image: Pick<PictureData, 'id' | 'version'>; alt: string } | undefined;
  /** Structured data, built only on the server. `toUrl` makes an absolute URL. */
  about?: (toUrl: (path: string) => string) => LinkedData;
  /** The query that makes this a distinct page. Other parameters only track visits or searches. */
  search?: string | undefined;
  hidden?: boolean;
};

const SHARED = { width: 1200, height: 630 };

/** Use once per page. */
export function PageHead({ title, description, picture, about, search = '', hidden = false }: PageHeadProps) {
  const publicUrl = useRouteLoaderData<typeof loader>('root')?.publicUrl ?? '';
  const toUrl = (place: string) => publicUrl + place;
  const image = toUrl(picture ? sharePath(picture.image) : '/share.jpg');
  const address = toUrl(useLocation().pathname.replace(/(.)\/$/, '$1') + search);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.title} />
      <meta property="og:locale" content={toOpenGraphLocale(useLingui().i18n.locale)} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={String(SHARED.width)} />
      <meta property="og:image:height" content={String(SHARED.height)} />
      <meta property="og:image:alt" content={picture?.alt ?? brand.title} />
      <meta name="twitter:card" content="summary_large_image" />
      {about && <About data={() => about(toUrl)} />}
    </>
  );
}

/**
 * Browsers do not execute JSON-LD, so the content security policy allows it. Built only on the server; hydration keeps
 * it.
 */
function About({ data }: { data: () => LinkedData }) {
  const text = import.meta.env.SSR ? serializeForScript(data()) : '{}';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no tag can begin, see jsonForScript.
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}

function sharePath({ id, version }: Pick<PictureData, 'id' | 'version'>): string {
  return `/share/${encodeURIComponent(id)}.jpg?v=${encodeURIComponent(version)}`;
}

/** Converts 'en-AU' to 'en_AU' and 'de' to 'de_DE' for Open Graph. */
function toOpenGraphLocale(locale: string): string {
  const { language, region } = new Intl.Locale(locale).maximize();
  return `${language}_${region}`;
}
