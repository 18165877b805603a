import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import type { Category } from '#contract/catalogue.ts';
import { categoriesQuery } from '../queries/catalogue.ts';
import { classes } from '../ui/classes.ts';

const chip =
  'flex min-h-12 items-center rounded-full border px-4 text-15 font-semibold whitespace-nowrap transition-colors';

/** The tree, from the server's render at first and from the browser's cache afterwards. */
export function useCategories(initial: Category[] | undefined): Category[] | undefined {
  return useQuery({ ...categoriesQuery, meta: { background: true }, ...(initial ? { initialData: initial } : {}) })
    .data;
}

/** A row of categories that scrolls sideways. Its height is kept while they load. */
export function CategoryChips({ categories, label }: { categories: Category[] | undefined; label: string }) {
  return (
    <nav aria-label={label} className="-mx-(--gutter) overflow-x-auto px-(--gutter) [scrollbar-width:none]">
      <ul className="flex min-h-12 w-max gap-2">
        {categories?.map((category) => (
          <li key={category.entity_id}>
            <NavLink
              prefetch="intent"
              to={`/category/${category.entity_id}`}
              className={({ isActive }) =>
                classes(chip, isActive ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:border-edge')
              }
            >
              {category.value}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
