import { brand } from '../brand/brand.ts';

const TITLE = 'A gift card is waiting for you';
const TEXT = 'Open the link to unwrap it.';

/**
 * What a messenger shows of the link before anyone opens it: no name, no amount, no code, and no address that holds the
 * secret (so no og:url either). `picture` is the absolute address of a picture that is the same for every such card.
 */
export function CardHead({ title = TITLE, picture }: { title?: string; picture?: string }) {
  return (
    <>
      <title>{`${title} | ${brand.title}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      {picture && (
        <>
          <meta name="description" content={TEXT} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={brand.title} />
          <meta property="og:title" content={TITLE} />
          <meta property="og:description" content={TEXT} />
          <meta property="og:image" content={picture} />
          <meta property="og:image:type" content="image/jpeg" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content="A gift card" />
          <meta name="twitter:card" content="summary_large_image" />
          <meta name="twitter:title" content={TITLE} />
          <meta name="twitter:description" content={TEXT} />
          <meta name="twitter:image" content={picture} />
        </>
      )}
    </>
  );
}
