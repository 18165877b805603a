import { classes } from './classes.ts';

/** Paths on a 24 x 24 grid, with strokes of 1.8. */
const paths = {
  menu: 'M4 7h16M4 12h16M4 17h10',
  cart: 'M3 4h2.2l2 11h10.3L20 7.5H6M8 19a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0M15 19a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  up: 'M5 15l7-7 7 7',
  check: 'M5 12.500l4.5 4.500L19 7',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c1-3.5 4-5 7.5-5s6.5 1.5 7.5 5',
  shield: 'M12 3l7 2.500v5.500c0 4.5-3 8-7 10-4-2-7-5.5-7-10V5.500zM9 12l2.2 2.200L15.2 10',
  mail: 'M3.5 6h17v12h-17zM4 7l8 6 8-6',
  phone:
    'M8 3h8a1.5 1.5 0 0 1 1.5 1.500v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.500v-15A1.5 1.5 0 0 1 8 3zM11 18h2',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  calendar: 'M5 5.500h14v14H5zM5 10h14M9 3v4M15 3v4',
  card: 'M3.5 6h17v12h-17zM3.5 10h17M7 15h3',
  gift: 'M5 12v8h14v-8M3.5 8h17v4h-17zM12 8v12M12 8C9 8 7.5 6.8 7.5 5.3 7.5 3.5 10.5 3 12 8c1.5-5 4.5-4.5 4.5-2.700C16.5 6.8 15 8 12 8z',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3.500 4 3.500 14 0 18c-3.500-4-3.500-14 0-18',
  home: 'M4 11l8-7 8 7M6.5 9.500V20h11V9.5',
  box: 'M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.500L20 20',
  filter:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  edit: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  bin: 'M5 7h14M9.5 7V4.500h5V7M7 7l1 13h8l1-13M10.5 11v5.500M13.5 11v5.5',
  copy: 'M9 9h11v11H9zM5.500 15H4V4h11v1.5',
  alert: 'M12 8v5M12 16.500h.01M12 3.500l9 16.500H3z',
  offline: 'M4 9.500a12 12 0 0 1 16 0M7.5 13.500a7 7 0 0 1 9 0M12 18h.01M4 4l16 16',
  giveBack: 'M8.5 13.500L4 9l4.5-4.500M4 9h10.500a5.25 5.25 0 0 1 0 10.500H10',
  signOut: 'M13 4H6v16h7M10.5 12H20M16.5 8l4 4-4 4',
  print: 'M7 8V3.500h10V8M7 17H4v-7.500h16V17h-3M7 14h10v6.500H7z',
  wallet:
    'M17.5 8V5.500a1.5 1.5 0 0 0-1.5-1.500H5.5A1.5 1.5 0 0 0 4 5.500v13A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.500v-9A1.5 1.5 0 0 0 18.5 8H6M16.5 14h.01',
  enlarge: 'M4 9.500V4h5.500M14.5 4H20v5.500M20 14.500V20h-5.500M9.5 20H4v-5.500',
  bright:
    'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.500v2M12 19.500v2M2.5 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400',
  heart:
    'M12 20C5 15.500 3.500 12 3.500 9a4.500 4.500 0 0 1 8.500-2 4.500 4.500 0 0 1 8.500 2c0 3-1.500 6.500-8.500 11z',
  truck: 'M3 6h11v10H3zM14 9.500h4l3 3.500v3h-7M7 18.500h.01M17 18.500h.01',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={classes('icon', !className?.includes('size-') && 'size-6', className)}
    >
      <path d={paths[name]} />
    </svg>
  );
}
