import { Picture } from '../../ui/picture.tsx';

/** The house's own drawings for screens where nothing is to be shown (db/seed/art/house.ts), with their grounds. */
const GROUNDS = {
  'empty-cart': '#f5cfc2',
  'empty-orders': '#dceaf0',
  'not-found': '#a5cde0',
  error: '#f6dc96',
} as const;

/** A drawing in place of what is not there. Decoration: the words beside it say the same. */
export function HousePicture({ of }: { of: keyof typeof GROUNDS }) {
  return (
    <span className="block w-64 max-w-[70vw] overflow-hidden rounded-card">
      <Picture
        picture={{ id: of, version: '1', width: 600, height: 480, ground: GROUNDS[of] }}
        alt=""
        sizes="256px"
        first
      />
    </span>
  );
}
