import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import type { Category } from '#contract/catalogue.ts';
import { categoriesQuery } from '../queries/catalogue.ts';

export function useCategories(initial: Category[] | undefined): Category[] | undefined {
  return useQuery({ ...categoriesQuery, meta: { background: true }, ...(initial ? { initialData: initial } : {}) })
    .data;
}

export function CategoryChips({ categories, label }: { categories: Category[] | undefined; label: string }) {
  return (
    <nav aria-label={label} className="side-row">
      <ul className="flex min-h-12 w-max gap-2">
        {categories?.map((category) => (
          <li key={category.entity_id}>
            <NavLink prefetch="intent" discover="none" to={`/category/${category.entity_id}`} className="chip">
              {category.value}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
