import { NavLink } from 'react-router';
import { classes } from '../../ui/classes.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';

const pages: { to: string; label: string; icon: IconName }[] = [
  { to: '/account', label: 'My Account', icon: 'person' },
  { to: '/account/addressinformation', label: 'Address Information', icon: 'home' },
  { to: '/account/personaldetails', label: 'Personal Details', icon: 'edit' },
  { to: '/account/savedcards', label: 'Saved Cards', icon: 'card' },
  { to: '/account/orders', label: 'Your Orders', icon: 'box' },
];

/** MN-13..MN-17, OQ-021: a list in the side menu, a row that scrolls at the top of account pages. */
export function AccountNav({ as }: { as: 'list' | 'row' }) {
  const row = as === 'row';
  return (
    <nav
      aria-label="Account"
      className={classes(row && '-mx-(--gutter) overflow-x-auto px-(--gutter) [scrollbar-width:none]')}
    >
      <ul className={classes('flex', row ? 'w-max gap-2 py-3' : 'flex-col')}>
        {pages.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              className={({ isActive }) =>
                classes(
                  'flex min-h-12 items-center gap-3 text-17',
                  row ? 'rounded-full border px-4 text-15 font-semibold' : 'rounded-control px-3',
                  row && (isActive ? 'border-accent bg-accent-soft text-ink' : 'border-line bg-surface text-muted'),
                  !row && (isActive ? 'bg-sunken font-semibold' : 'hover:bg-sunken'),
                )
              }
            >
              {!row && <Icon name={icon} className="text-muted" />}
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
