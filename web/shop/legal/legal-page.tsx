import { Fragment } from 'react';
import { useRouteLoaderData } from 'react-router';
import { brand } from '../../brand/brand.ts';
import type { loader } from '../../root.tsx';
import { Icon } from '../../ui/icons.tsx';
import { type Clause, clauseNumber, fillIn, type LegalSection, type LegalText } from './legal-text.ts';

/** A legal text: contents at the side (on a phone: to unfold at the top), numbered clauses, an anchor for each section. */
export function LegalPage({ text }: { text: LegalText }) {
  const settings = useRouteLoaderData<typeof loader>('root')?.settings;
  const names = {
    operator: settings?.operator_name ?? '',
    abn: settings?.operator_abn ?? '',
    contact: settings?.operator_contact ?? '',
    shop: brand.title,
  };
  const fill = (words: string) => fillIn(words, names);
  return (
    <div className="page pb-16">
      <title>{`${text.title} | ${brand.title}`}</title>
      <meta name="description" content={text.summary} />
      <header className="max-w-2xl pt-8 pb-6 sm:pt-14 sm:pb-10">
        <h1 className="text-32 sm:text-[2.75rem] sm:leading-[1.1]">{text.title}</h1>
        <p className="mt-3 text-20 text-muted">{text.summary}</p>
        <p className="mt-4 inline-flex items-center gap-2 rounded-full bg-sunken px-4 py-1.5 text-15">
          <Icon name="calendar" className="size-5 text-muted" />
          <span>
            Version dated <strong className="font-semibold">{text.version}</strong>
          </span>
        </p>
      </header>
      <div className="grid gap-x-16 lg:grid-cols-[16rem_minmax(0,42rem)]">
        <Contents sections={text.sections} />
        <div>
          {text.sections.map((section, at) => (
            <Section key={section.id} section={section} at={at} fill={fill} />
          ))}
        </div>
      </div>
    </div>
  );
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  const links = (
    <ol className="py-1">
      {sections.map(({ id, title }, at) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="-mx-3 flex min-h-12 items-center gap-3 rounded-control px-3 text-15 hover:bg-sunken lg:min-h-10"
          >
            <span className="w-4 shrink-0 tabular text-muted">{at + 1}</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <nav aria-label="Contents" className="mb-8 lg:sticky lg:top-20 lg:mb-0 lg:self-start">
      <details className="group rounded-card border border-line bg-surface px-4 lg:hidden">
        <summary className="flex min-h-14 list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
          Contents
          <Icon name="down" className="size-5 text-muted transition-transform group-open:rotate-180" />
        </summary>
        {links}
      </details>
      <div className="hidden lg:block">
        <p className="text-13 font-semibold text-muted">Contents</p>
        {links}
      </div>
    </nav>
  );
}

type SectionProps = { section: LegalSection; at: number; fill: (words: string) => string };

function Section({ section: { id, title, intro, clauses }, at, fill }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="border-t border-line py-8 first:border-0 first:pt-0 sm:py-12"
    >
      <h2 id={`${id}-title`} className="text-25 sm:text-32">
        <span className="mr-3 text-accent tabular">{at + 1}</span>
        {title}
      </h2>
      {intro && <p className="mt-3 text-17 text-muted">{fill(intro)}</p>}
      {clauses.map((clause, index) => (
        <ClauseText key={clause.title} clause={clause} number={clauseNumber(at, index)} fill={fill} />
      ))}
    </section>
  );
}

type ClauseProps = { clause: Clause; number: string; fill: (words: string) => string };

function ClauseText({ clause: { title, body }, number, fill }: ClauseProps) {
  return (
    <Fragment>
      <h3 className="mt-7 text-17">
        <span className="mr-2 font-sans text-15 font-normal text-muted tabular">{number}</span>
        {title}
      </h3>
      {body.map((part) =>
        typeof part === 'string' ? (
          <p key={part} className="mt-2 leading-7">
            {fill(part)}
          </p>
        ) : (
          <ul key={part.join()} className="mt-2 list-disc space-y-1.5 pl-5 leading-7 marker:text-accent">
            {part.map((point) => (
              <li key={point}>{fill(point)}</li>
            ))}
          </ul>
        ),
      )}
    </Fragment>
  );
}
