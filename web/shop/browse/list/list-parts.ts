/** Groups these components in one chunk, which loads after first paint. */
export { ActiveFilters } from '../filters/active-filters.tsx';
export { FilterForm } from '../filters/filter-form.tsx';
export { FilterSheet } from '../filters/filter-sheet.tsx';
export { SortChoice } from '../filters/sort-choice.tsx';
export { OtherTiles } from '../tiles/other-tiles.tsx';
export { NoCategory, NothingHere, NothingLeft } from './no-tiles.tsx';
