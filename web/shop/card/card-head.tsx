import { useLingui } from '@lingui/react/macro';
import { brand } from '#web/shared/brand/brand.ts';

/**
 * The link preview contains no name, amount, code or secret (so no og:url). `picture` is absolute and the same for all
 * cards.
 */
export function CardHead({ title, picture }: { title?: string; picture?: string }) {
  const { t } = useLingui();
  const waiting = t`A gift card is waiting for you`;
  const text = t`Open the link to unwrap it.`;
  return (
    <>
      <title>{`${title ?? waiting} | ${brand.title}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      {picture && (
        <>
          <meta name="description" content={text} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={brand.title} />
          <meta property="og:title" content={waiting} />
          <meta property="og:description" content={text} />
          <meta property="og:image" content={picture} />
          <meta property="og:image:type" content="image/jpeg" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={t`A gift card`} />
          <meta name="twitter:card" content="summary_large_image" />
          <meta name="twitter:title" content={waiting} />
          <meta name="twitter:description" content={text} />
          <meta name="twitter:image" content={picture} />
        </>
      )}
    </>
  );
}
