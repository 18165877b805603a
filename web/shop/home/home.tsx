import { brand } from '../../brand/brand.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Logo } from '../shell/logo.tsx';

/** RT-02, RT-03, OQ-013: the banner leads to /browse. */
export default function Home() {
  return (
    <section className="grid grow place-items-center bg-accent-soft">
      <title>{`${brand.title} | ${brand.tagline}`}</title>
      <meta name="description" content={brand.browseIntro} />
      <div className="page flex flex-col items-center gap-5 py-16 text-center">
        <Logo className="size-20" />
        <h1 className="max-w-2xl text-32 sm:text-[3.5rem] sm:leading-[1.05]">{brand.tagline}</h1>
        <p className="max-w-lg text-20">{brand.browseIntro}</p>
        <LinkButton to="/browse" className="mt-2">
          {brand.browseTitle}
        </LinkButton>
      </div>
    </section>
  );
}
