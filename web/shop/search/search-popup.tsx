import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { SEARCH_LETTERS } from '#contract/rules/listing.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { useCombobox } from '#web/ui/form/combobox.tsx';
import { controlClasses } from '#web/ui/form/field.tsx';
import { useDebouncedValue } from '#web/ui/form/use-debounced-value.ts';
import { Icon } from '#web/ui/icons.tsx';
import { LiveRegion } from '#web/ui/live-region.tsx';
import { SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { useCategories } from '../browse/category-chips.tsx';
import { productsQuery } from '../queries/catalogue.ts';
import type { PopupProps } from '../state/popups.ts';
import { useRecentlyViewed } from '../state/recently-viewed.ts';
import { clearSearches, readRecentSearches, recordSearch } from './recent-searches.ts';
import { buildGroups, flattenOptions, type SearchOption, searchPath } from './search-options.ts';
import { SuggestionList } from './suggestion-list.tsx';
import { FEWEST_LETTERS, suggestionsQuery, tidySearch } from './suggestions.ts';

const TYPING_MS = 160;

const MAX_VIEWED = 4;

function useWhereToBegin() {
  const categories = useCategories(undefined)?.map(({ entity_id, value }) => ({ entity_id, value, above: '' })) ?? [];
  const ids = useRecentlyViewed((state) => state.ids).slice(0, MAX_VIEWED);
  const { data: viewed = [] } = useQuery({ ...productsQuery(ids), enabled: ids.length > 0 });
  return { categories, viewed };
}

export function SearchPopup({ close }: PopupProps<'search'>) {
  const { t } = useLingui();
  const location = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const box = useCombobox({ initial: new URLSearchParams(location.search).get('q') ?? '', staysOpen: true });
  const { words } = box;
  const [recent, setRecent] = useState(readRecentSearches);
  const settled = useDebouncedValue(words, TYPING_MS);
  const navigate = useNavigate();
  const { data, isFetching } = useQuery({ ...suggestionsQuery(settled), placeholderData: keepPreviousData });
  const fitting = tidySearch(settled).length < FEWEST_LETTERS ? undefined : data;
  const groups = buildGroups(tidySearch(words), fitting, { recent, ...useWhereToBegin() });
  const options = flattenOptions(groups);

  function take(option: SearchOption | undefined) {
    if (!option) return;
    if (option.kind === 'search' || option.kind === 'recent') recordSearch(option.q);
    close();
    void navigate(option.to);
  }
  function search() {
    const q = tidySearch(words);
    if (q !== '') take({ kind: 'search', q, to: searchPath(q), key: q });
  }
  function clear() {
    box.write('');
    field.current?.focus();
  }
  function clearRecent() {
    clearSearches();
    setRecent([]);
    field.current?.focus();
  }

  const found = data ? data.products.length + data.sellers.length + data.categories.length : 0;
  const isAnswered = words !== '' && !isFetching && settled === words && data;
  return (
    <>
      <SheetTitle>
        <Trans>Search</Trans>
      </SheetTitle>
      <search className="relative mt-4 block">
        <Icon name="search" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-muted" />
        <input
          ref={field}
          type="search"
          enterKeyHint="search"
          aria-label={t`What are you looking for?`}
          placeholder={t`Gifts, sellers, categories`}
          autoCapitalize="off"
          maxLength={SEARCH_LETTERS}
          // biome-ignore lint/a11y/noAutofocus: the popup is opened to type into it; the dialog gives the focus back.
          autoFocus
          data-autofocus
          {...box.field({ count: options.length, onTake: (index) => take(options[index]), onEnter: search })}
          className={controlClasses(false, 'px-11 [&::-webkit-search-cancel-button]:hidden')}
        />
        {box.typed !== '' && (
          <IconButton label={t`Clear`} className="absolute! top-0 right-0 text-muted" onClick={clear}>
            <Icon name="close" className="size-5" />
          </IconButton>
        )}
      </search>
      <SuggestionList box={box} groups={groups} onTake={take} />
      {words === '' && recent.length > 0 && (
        <Button variant="quiet" className="mt-2 px-3! text-15!" onClick={clearRecent}>
          <Trans>Clear recent searches</Trans>
        </Button>
      )}
      <LiveRegion>
        {isAnswered
          ? t({ message: plural(found, { 0: 'No suggestions', one: '# suggestion', other: '# suggestions' }) })
          : ''}
      </LiveRegion>
    </>
  );
}
