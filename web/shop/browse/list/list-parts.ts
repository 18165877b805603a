/**
 * What a phone shows of a list at a tap, a desk beside it, and who finds nothing in place of tiles: in one file of code
 * that the first view does not wait for.
 */
export { ActiveFilters } from '../filters/active-filters.tsx';
export { FilterForm } from '../filters/filter-form.tsx';
export { FilterSheet } from '../filters/filter-sheet.tsx';
export { SortChoice } from '../filters/sort-choice.tsx';
export { OtherTiles } from '../tiles/other-tiles.tsx';
export { NoCategory, NothingHere, NothingLeft } from './no-tiles.tsx';
