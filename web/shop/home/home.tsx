import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouteLoaderData } from 'react-router';
import { brand } from '#web/shared/brand/brand.ts';
import { Hero } from '#web/shared/brand/hero.tsx';
import { Logo } from '#web/shared/brand/logo.tsx';
import { LanguageChoice } from '#web/shared/languages/language-choice.tsx';
import { Translated } from '#web/shared/languages/translated.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { describeShop } from '../head/linked-data.ts';
import { PageHead } from '../head/page-head.tsx';
import type { loader } from '../root.tsx';
import { Operator } from '../shell/footer.tsx';
import { ForSellers } from './for-sellers.tsx';
import { story } from './home-copy.ts';

export default function Home() {
  const { i18n } = useLingui();
  const settings = useRouteLoaderData<typeof loader>('root')?.settings;
  return (
    <>
      <PageHead
        title={`${brand.title} | ${i18n._(brand.tagline)}`}
        description={i18n._(brand.browseIntro)}
        about={(toUrl) => describeShop(toUrl, { title: brand.title, settings })}
      />
      <Banner />
      <HowItWorks />
      <ForSellers />
      <Closing />
    </>
  );
}

function Banner() {
  return (
    <section aria-labelledby="home-title" className="overflow-hidden bg-accent-soft">
      <div className="page grid items-center gap-x-12 gap-y-8 pt-5 sm:pb-14 lg:min-h-[44rem] lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:py-12">
        <div className="lg:pb-10">
          <p className="flex items-center gap-2 font-display text-20 font-bold">
            <Logo />
            {brand.title}
          </p>
          <h1 id="home-title" className="mt-8 text-[2.75rem] leading-[1.04] sm:text-[3.5rem] lg:mt-14 lg:text-[4rem]">
            <Translated message={story.title} />
          </h1>
          <p className="mt-5 max-w-md text-20">
            <Translated message={story.text} />
          </p>
          <LinkButton to="/browse" className="mt-7 w-full sm:w-auto sm:px-8">
            <Translated message={brand.browseTitle} />
            <Icon name="forward" className="size-5" />
          </LinkButton>
          <p className="mt-3 text-15 text-muted">
            <Translated message={story.note} />
          </p>
        </div>
        <div className="-mx-(--gutter) sm:mx-0 sm:overflow-hidden sm:rounded-card sm:shadow-float">
          <Hero first />
        </div>
      </div>
    </section>
  );
}

function HowItWorks() {
  return (
    <section aria-labelledby="how-title" className="page pt-5 pb-14 sm:py-20">
      <h2 id="how-title" className="text-32">
        <Translated message={story.stepsTitle} />
      </h2>
      <ol className="mt-7 grid gap-4 sm:grid-cols-3 sm:gap-6">
        {story.steps.map(({ icon, title, text }, index) => (
          <li
            key={icon}
            className="flex gap-[min(1rem,4vw)] rounded-card border border-line bg-surface p-[min(1.25rem,5vw)] sm:flex-col sm:p-7"
          >
            <span className="grid size-14 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
              <Icon name={icon} className="size-7" />
            </span>
            <div className="min-w-0">
              <h3 className="text-20">
                <span className="mr-2 text-accent">{index + 1}</span>
                <Translated message={title} />
              </h3>
              <p className="mt-1 text-muted">
                <Translated message={text} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Closing() {
  return (
    <div className="page flex flex-wrap items-center gap-x-6 gap-y-1 py-4 text-15 text-muted">
      <p className="w-full sm:w-auto sm:grow">
        <Operator />
      </p>
      <Link to="/help" className="inline-flex min-h-12 items-center underline underline-offset-4">
        <Trans>Help</Trans>
      </Link>
      <Link to="/privacy" className="inline-flex min-h-12 items-center underline underline-offset-4">
        <Trans>Privacy Policy</Trans>
      </Link>
      <Link to="/terms" className="inline-flex min-h-12 items-center underline underline-offset-4">
        <Trans>Terms &amp; Conditions</Trans>
      </Link>
      <LanguageChoice />
    </div>
  );
}
