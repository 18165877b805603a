import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { DEFAULT_LANGUAGE } from '#contract/rules/languages.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { clauseId, clauseNumber, type LegalSection } from './legal-text.ts';

/** Renders a collapsible bar on phones and sidebars on wider screens. */
export function LegalContents({ sections }: { sections: readonly LegalSection[] }) {
  const { t } = useLingui();
  const [first] = sections;
  const currentId = useBeingRead(sections.map(({ id }) => id));
  const reading = sections.find(({ id }) => id === currentId) ?? first;
  const folding = useRef<HTMLDetailsElement>(null);
  const fold = () => folding.current?.removeAttribute('open');
  return (
    <nav aria-label={t`Contents`} className="sticky top-(--header-height) z-20 mb-8 lg:contents print:hidden">
      <details ref={folding} className="group -mx-(--gutter) border-b border-line bg-surface px-(--gutter) lg:hidden">
        <summary className="flex min-h-14 list-none items-center gap-3 font-semibold [&::-webkit-details-marker]:hidden">
          <span>
            <Trans>Contents</Trans>
          </span>
          <span
            lang={DEFAULT_LANGUAGE}
            aria-hidden="true"
            className="min-w-0 grow truncate text-15 font-normal text-muted"
          >
            {reading?.title}
          </span>
          <Icon name="down" className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
        </summary>
        <Links sections={sections} reading={reading} onFollow={fold} />
      </details>
      <div className={`${SIDE} lg:block print:hidden`}>
        <p className="mb-2 text-13 font-semibold text-muted">
          <Trans>Contents</Trans>
        </p>
        <Links sections={sections} reading={reading} />
      </div>
      {reading && (
        <div className={`${SIDE} xl:col-start-3 xl:block print:hidden`}>
          <p className="mb-2 text-13 font-semibold text-muted">
            <Trans>In this section</Trans>
          </p>
          <Clauses section={reading} sectionIndex={sections.indexOf(reading)} />
        </div>
      )}
    </nav>
  );
}

const SIDE = 'sticky top-20 row-start-1 hidden max-h-[calc(100dvh-6rem)] self-start overflow-y-auto';

/** Marks the current section in bold as well as in colour, for readers who cannot tell the colours apart. */
const linkClasses = (isCurrent: boolean) => (isCurrent ? 'lg:border-accent font-semibold' : 'lg:border-line');

type LinksProps = { sections: readonly LegalSection[]; reading: LegalSection | undefined; onFollow?: () => void };

function Links({ sections, reading, onFollow }: LinksProps) {
  return (
    <ol
      lang={DEFAULT_LANGUAGE}
      className="max-h-[60dvh] overflow-y-auto py-1 lg:max-h-none lg:overflow-visible lg:py-0"
    >
      {sections.map((section, index) => {
        const { id, title } = section;
        const isCurrent = section === reading;
        return (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={isCurrent ? 'true' : undefined}
              onClick={onFollow}
              className={classes(
                '-mx-3 flex min-h-12 items-center gap-3 rounded-control px-3 text-15 hover:bg-sunken',
                'lg:mx-0 lg:min-h-11 lg:rounded-l-none lg:border-l-2',
                linkClasses(isCurrent),
                isCurrent && 'lg:bg-accent-soft',
              )}
            >
              <span className="w-4 shrink-0 font-normal tabular text-muted">{index + 1}</span>
              {title}
            </a>
            {isCurrent && (
              <div className="mb-2 ml-9 hidden lg:block xl:hidden">
                <Clauses section={section} sectionIndex={index} />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Clauses({ section, sectionIndex }: { section: LegalSection; sectionIndex: number }) {
  const ids = section.clauses.map((_, index) => clauseId(section, index));
  const reading = useBeingRead(ids) || ids[0];
  return (
    <ol lang={DEFAULT_LANGUAGE}>
      {section.clauses.map((clause, index) => {
        const id = clauseId(section, index);
        const isCurrent = id === reading;
        return (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={isCurrent ? 'true' : undefined}
              className={classes(
                'flex min-h-8 items-center gap-2 border-l-2 py-1 pl-3 text-13 hover:text-ink',
                linkClasses(isCurrent),
                isCurrent ? 'text-ink' : 'text-muted',
              )}
            >
              <span className="shrink-0 font-normal tabular">{clauseNumber(sectionIndex, index)}</span>
              {clause.title}
            </a>
          </li>
        );
      })}
    </ol>
  );
}

/** The strip of the viewport in which a section starts after its link is followed. */
const BAND = '-96px 0px -70% 0px';

/** Returns the id of the first element inside `BAND`, or of the last one seen there; '' initially. */
function useBeingRead(ids: readonly string[]): string {
  const [currentId, setCurrentId] = useState('');
  const all = ids.join(' ');
  useEffect(() => {
    const order = all.split(' ');
    const inside = new Set<string>();
    const watcher = new IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting } of seen) {
          if (isIntersecting) inside.add(target.id);
          else inside.delete(target.id);
        }
        const first = order.find((id) => inside.has(id));
        if (first) setCurrentId(first);
      },
      { rootMargin: BAND },
    );
    for (const id of order) {
      const element = document.getElementById(id);
      if (element) watcher.observe(element);
    }
    return () => watcher.disconnect();
  }, [all]);
  return ids.includes(currentId) ? currentId : '';
}
