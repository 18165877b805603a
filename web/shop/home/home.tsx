import { Link, useRouteLoaderData } from 'react-router';
import { brand } from '../../brand/brand.ts';
import type { loader } from '../../root.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Logo } from '../shell/logo.tsx';
import { DemoForm } from './demo-form.tsx';

const banner = { id: 'home-banner', version: '1', width: 1600, height: 900, ground: '#f5cfc3' };

const steps: { icon: IconName; title: string; text: string }[] = [
  { icon: 'gift', title: 'Pick a card', text: 'From small Australian shops, for the amount you like.' },
  { icon: 'edit', title: 'Say it your way', text: 'Choose the wrapping, write your words, set the day and the hour.' },
  {
    icon: 'phone',
    title: 'It lands on their phone',
    text: 'A picture message and a link to the card. Nothing to install.',
  },
];

/** RT-02..RT-04, OQ-013: a banner that leads to /browse, how it works, and the Request a Demo form. */
export default function Home() {
  return (
    <>
      <title>{`${brand.title} | ${brand.tagline}`}</title>
      <meta name="description" content={brand.browseIntro} />
      <Banner />
      <HowItWorks />
      <Demo />
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
            All you need is their mobile number
          </h1>
          <p className="mt-5 max-w-md text-20">
            Give a gift card that arrives as a message: your picture, your words, their favourite shop. Now, or at the
            very minute you choose.
          </p>
          <LinkButton to="/browse" className="mt-7 w-full sm:w-auto sm:px-8">
            {brand.browseTitle}
            <Icon name="forward" className="size-5" />
          </LinkButton>
          <p className="mt-3 text-15 text-muted">No password, no app, no postage.</p>
        </div>
        <div className="-mx-(--gutter) sm:mx-0 sm:overflow-hidden sm:rounded-card sm:shadow-float">
          <Picture
            picture={banner}
            alt=""
            sizes="(min-width: 1024px) 960px, 140vw"
            first
            className="aspect-[4/3]! object-[70%_50%] lg:aspect-[5/4]!"
          />
        </div>
      </div>
    </section>
  );
}

function HowItWorks() {
  return (
    <section aria-labelledby="how-title" className="page py-14 sm:py-20">
      <h2 id="how-title" className="text-32">
        A gift in three steps
      </h2>
      <ol className="mt-7 grid gap-4 sm:grid-cols-3 sm:gap-6">
        {steps.map(({ icon, title, text }, at) => (
          <li key={title} className="flex gap-4 rounded-card border border-line bg-surface p-5 sm:flex-col sm:p-7">
            <span className="grid size-14 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
              <Icon name={icon} className="size-7" />
            </span>
            <div>
              <h3 className="text-20">
                <span className="mr-2 text-accent">{at + 1}</span>
                {title}
              </h3>
              <p className="mt-1 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Demo() {
  const contact = useRouteLoaderData<typeof loader>('root')?.settings.operator_contact ?? '';
  return (
    <section id="demo" aria-labelledby="demo-title" className="border-t border-line bg-sunken">
      <div className="page grid gap-x-16 gap-y-8 py-14 sm:py-20 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div>
          <h2 id="demo-title" className="text-32">
            Request a Demo
          </h2>
          <p className="mt-3 max-w-md text-20 text-muted">
            Run a shop? See how your gift cards and goods sell to a phone, with one tap and no password.
          </p>
          <p className="mt-4 text-muted">
            Or write to us at <span className="font-semibold text-ink">{contact}</span>.
          </p>
        </div>
        <DemoForm />
      </div>
    </section>
  );
}

/** The footer is hidden here (HD-20), so the page names the legal texts itself. */
function Closing() {
  const operator = useRouteLoaderData<typeof loader>('root')?.settings.operator_name ?? '';
  return (
    <div className="page flex flex-wrap items-center gap-x-4 py-4 text-15 text-muted">
      <span className="grow">{operator}</span>
      <Link to="/privacy" className="inline-flex min-h-12 items-center underline underline-offset-4">
        Privacy Policy
      </Link>
      <Link to="/terms" className="inline-flex min-h-12 items-center underline underline-offset-4">
        Terms &amp; Conditions
      </Link>
    </div>
  );
}
