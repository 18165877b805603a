import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useRouteLoaderData } from 'react-router';
import { formatLongDay } from '#contract/rules/formats.ts';
import { DEFAULT_LANGUAGE } from '#contract/rules/languages.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHead } from '../head/page-head.tsx';
import type { loader } from '../root.tsx';
import { LegalContents } from './legal-contents.tsx';
import {
  type Clause,
  clauseId,
  clauseNumber,
  fillIn,
  type LegalSection,
  type LegalText,
  type Part,
  withLinks,
} from './legal-text.ts';

export function LegalPage({ text }: { text: LegalText }) {
  const { i18n } = useLingui();
  const version = formatLongDay(text.version, i18n.locale);
  const settings = useRouteLoaderData<typeof loader>('root')?.settings;
  const names = {
    operator: settings?.operator_name ?? '',
    abn: settings?.operator_abn ?? '',
    contact: settings?.operator_contact ?? '',
    shop: brand.title,
  };
  return (
    <div className="pb-16">
      <PageHead title={`${text.title} | ${brand.title}`} description={text.summary} />
      <header className="lg:border-line lg:border-b lg:bg-surface print:border-0">
        <div className="page pt-8 pb-6 sm:pt-14 sm:pb-10 lg:flex lg:items-end lg:justify-between lg:gap-12 lg:py-12">
          <div lang={DEFAULT_LANGUAGE} className="max-w-2xl">
            <h1 className="text-32 sm:text-[2.75rem] sm:leading-[1.1]">{text.title}</h1>
            <p className="mt-3 text-20 text-muted">{text.summary}</p>
          </div>
          <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2 lg:mt-0 lg:shrink-0 lg:flex-nowrap">
            <p className="inline-flex min-w-0 items-center gap-2 rounded-full bg-sunken px-4 py-1.5 text-15">
              <Icon name="calendar" className="size-5 text-muted" />
              <span>
                <Trans>
                  Version dated <strong className="inline-block font-semibold">{version}</strong>
                </Trans>
              </span>
            </p>
            <Print />
          </div>
        </div>
      </header>
      <div className="page lg:mt-10">
        <EnglishCounts />
        <div className="gap-x-12 lg:grid lg:grid-cols-[15rem_minmax(0,40rem)] xl:grid-cols-[15rem_minmax(0,40rem)_1fr] print:block">
          <LegalContents sections={text.sections} />
          <div lang={DEFAULT_LANGUAGE} className="lg:col-start-2 lg:row-start-1">
            {text.sections.map((section, index) => (
              <Section
                key={section.id}
                section={section}
                sectionIndex={index}
                show={(words) => (
                  <Words parts={withLinks(fillIn(words, names), { text, section, contact: names.contact })} />
                )}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

function EnglishCounts() {
  const { i18n } = useLingui();
  if (i18n.locale === DEFAULT_LANGUAGE) return null;
  return (
    <Notice className="mb-6 max-w-2xl">
      <Trans>This text is in English, and the English text is the one that counts.</Trans>
    </Notice>
  );
}

function Print() {
  return (
    <Button variant="quiet" onClick={() => globalThis.print()} className="-mx-3 px-3! text-15 print:hidden">
      <Icon name="print" className="size-5" />
      <Trans>Print or save</Trans>
    </Button>
  );
}

type Show = (words: string) => ReactNode;

function Section({ section, sectionIndex, show }: { section: LegalSection; sectionIndex: number; show: Show }) {
  const { id, title, intro, clauses } = section;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-14 border-t border-line py-8 first:border-0 first:pt-0 sm:py-12 lg:scroll-mt-2"
    >
      <h2 id={`${id}-title`} className="text-25 sm:text-32">
        <span className="mr-3 text-accent tabular">{sectionIndex + 1}</span>
        {title}
      </h2>
      {intro && <p className="mt-3 text-17 text-muted">{show(intro)}</p>}
      {clauses.map((clause, index) => (
        <ClauseText
          key={clause.title}
          id={clauseId(section, index)}
          clause={clause}
          number={clauseNumber(sectionIndex, index)}
          show={show}
        />
      ))}
    </section>
  );
}

function ClauseText({ id, clause: { title, body }, number, show }: ClauseProps) {
  return (
    <div id={id} className="scroll-mt-14 lg:scroll-mt-2 print:break-inside-avoid">
      <h3 className="mt-7 text-17">
        <span className="mr-2 font-sans text-15 font-normal text-muted tabular">{number}</span>
        {title}
      </h3>
      {body.map((part) =>
        typeof part === 'string' ? (
          <p key={part} className="mt-2 leading-7">
            {show(part)}
          </p>
        ) : (
          <ul key={part.join()} className="mt-2 list-disc space-y-1.5 pl-5 leading-7 marker:text-accent">
            {part.map((point) => (
              <li key={point}>{show(point)}</li>
            ))}
          </ul>
        ),
      )}
    </div>
  );
}

type ClauseProps = { id: string; clause: Clause; number: string; show: Show };

function Words({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ words, href }) =>
    href === undefined ? (
      words
    ) : (
      <a key={words + href} href={href} className="underline decoration-edge underline-offset-4 hover:decoration-ink">
        {words}
      </a>
    ),
  );
}
