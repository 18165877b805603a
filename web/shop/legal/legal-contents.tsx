import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { DEFAULT_LANGUAGE } from '../../languages/languages.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icons.tsx';
import { clauseId, clauseNumber, type LegalSection } from './legal-text.ts';

/**
 * Contents that stay at hand: at the side with the clauses of the section being read, on a phone a bar below the header that names that
 * section and unfolds.
 */
export function LegalContents({ sections }: { sections: readonly LegalSection[] }) {
  const { t } = useLingui();
  const reading = useSectionBeingRead(sections);
  const folding = useRef<HTMLDetailsElement>(null);
  const fold = () => folding.current?.removeAttribute('open');
  return (
    <nav
      aria-label={t`Contents`}
      className="sticky top-(--header-height) z-20 mb-8 self-start lg:top-20 lg:mb-0 print:hidden"
    >
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
      <div className="hidden max-h-[calc(100dvh-6rem)] overflow-y-auto lg:block">
        <p className="text-13 font-semibold text-muted">
          <Trans>Contents</Trans>
        </p>
        <Links sections={sections} reading={reading} />
      </div>
    </nav>
  );
}

type LinksProps = { sections: readonly LegalSection[]; reading: LegalSection | undefined; onFollow?: () => void };

function Links({ sections, reading, onFollow }: LinksProps) {
  return (
    <ol lang={DEFAULT_LANGUAGE} className="max-h-[60dvh] overflow-y-auto py-1 lg:max-h-none">
      {sections.map((section, at) => {
        const { id, title, clauses } = section;
        const here = section === reading;
        return (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={here ? 'true' : undefined}
              onClick={onFollow}
              className={classes(
                '-mx-3 flex min-h-12 items-center gap-3 rounded-control px-3 text-15 hover:bg-sunken lg:mx-0 lg:min-h-10',
                here && 'font-semibold',
              )}
            >
              <span className="w-4 shrink-0 font-normal tabular text-muted">{at + 1}</span>
              {title}
            </a>
            {here && (
              <ol className="mb-2 ml-3 hidden border-l border-line pl-4 lg:block">
                {clauses.map((clause, index) => (
                  <li key={clause.title}>
                    <a
                      href={`#${clauseId(section, index)}`}
                      className="flex min-h-8 items-center gap-2 rounded-control text-13 text-muted hover:text-ink"
                    >
                      <span className="shrink-0 tabular">{clauseNumber(at, index)}</span>
                      {clause.title}
                    </a>
                  </li>
                ))}
              </ol>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** The section that crosses the upper part of the screen; the first until then. */
function useSectionBeingRead(sections: readonly LegalSection[]): LegalSection | undefined {
  const [id, setId] = useState('');
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (seen) => {
        const entered = seen.find(({ isIntersecting }) => isIntersecting);
        if (entered) setId(entered.target.id);
      },
      { rootMargin: '-20% 0px -75% 0px' },
    );
    for (const section of sections) {
      const element = document.getElementById(section.id);
      if (element) watcher.observe(element);
    }
    return () => watcher.disconnect();
  }, [sections]);
  return sections.find((section) => section.id === id) ?? sections[0];
}
