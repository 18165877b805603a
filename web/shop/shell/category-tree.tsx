import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Category } from '#contract/catalogue.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { setMenu } from '../state/popups.ts';

export function CategoryTree({ categories }: { categories: Category[] }) {
  const { t } = useLingui();
  const [path, setPath] = useState<Category[]>([]);
  const parent = path.at(-1);
  const level = parent ? parent.children : categories;
  return (
    <div>
      {parent && (
        <div className="flex items-center gap-1 border-b border-line pb-1">
          <IconButton label={t`Back`} onClick={() => setPath(path.slice(0, -1))}>
            <Icon name="back" />
          </IconButton>
          <CategoryLink category={parent} strong />
        </div>
      )}
      <ul key={parent?.entity_id ?? 0} className="animate-appear">
        {level.map((category) => (
          <li key={category.entity_id} className="flex items-center">
            <CategoryLink category={category} />
            {category.children.length > 0 && (
              <IconButton label={t`Open ${category.value}`} onClick={() => setPath([...path, category])}>
                <Icon name="forward" className="size-5 text-muted" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function CategoryLink({ category, strong = false }: { category: Category; strong?: boolean }) {
  return (
    <Link
      prefetch="intent"
      to={`/category/${category.entity_id}`}
      // Closes the menu here, because the link may lead to the current route.
      onClick={() => setMenu(false)}
      className={`flex min-h-12 min-w-0 grow items-center rounded-control px-3 py-2 text-17 hover:bg-sunken ${strong ? 'font-semibold' : ''}`}
    >
      <span className="min-w-0">{category.value}</span>
    </Link>
  );
}
