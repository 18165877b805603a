/** A product is as high as two gift cards; a `row` spans the grid. */
export type Shape = 'card' | 'product' | 'row';

/** Only the last cards may grow, so that earlier tiles stay unchanged when more load. */
const LAST = 6;

/** Returns the indexes of the fewest cards to grow to a product's height, so that a dense grid ends without holes. */
export function selectCardsToGrow(shapes: readonly Shape[], columns: number): ReadonlySet<number> {
  const cards = shapes.flatMap((shape, index) => (shape === 'card' ? [index] : [])).slice(-LAST);
  let [best, fewest] = [new Set<number>(), countGaps(shapes, columns, new Set())];
  const choices = Array.from({ length: 2 ** cards.length }, (_, bits) =>
    cards.filter((_card, index) => bits & (1 << index)),
  );
  choices.sort((choice, other) => choice.length - other.length);
  for (const choice of choices) {
    if (fewest === 0) break;
    const tall = new Set(choice);
    const holes = countGaps(shapes, columns, tall);
    if (holes < fewest) [best, fewest] = [tall, holes];
  }
  return best;
}

/** Counts empty cells, except those at the end of a partly filled last row. */
export function countGaps(shapes: readonly Shape[], columns: number, tall: ReadonlySet<number>): number {
  const tiles = fill(
    shapes.map((shape, index) => ({
      width: shape === 'row' ? columns : 1,
      height: shape === 'product' || tall.has(index) ? 2 : 1,
    })),
    columns,
  );
  const end = Math.max(0, ...tiles.map((tile) => tile.end));
  const lastRow = Math.max(0, ...tiles.map(({ start }) => start));
  const last = tiles.filter(({ start }) => start === lastRow);
  const open = tiles.reduce((left, tile) => left - tile.width * tile.height, columns * end);
  const even = tiles.every((tile) => tile.end <= lastRow || (tile.start === lastRow && tile.end === end));
  return even ? open - (columns - last.reduce((sum, { width }) => sum + width, 0)) * (end - lastRow) : open;
}

type Tile = { width: number; height: number };

/** Places tiles in rows as `grid-auto-flow: dense` does. */
function fill(tiles: readonly Tile[], columns: number): (Tile & { start: number; end: number })[] {
  const takenCells = new Set<string>();
  const isFree = (row: number, column: number): boolean => !takenCells.has(`${row} ${column}`);
  let firstOpen = 0;
  return tiles.map((tile) => {
    const { width, height } = tile;
    while (range(columns).every((column) => !isFree(firstOpen, column))) firstOpen += 1;
    for (let start = firstOpen; ; start += 1) {
      for (let column = 0; column + width <= columns; column += 1) {
        const cells = range(height).flatMap((rowOffset) =>
          range(width).map((along) => [start + rowOffset, column + along] as const),
        );
        if (!cells.every(([row, cellColumn]) => isFree(row, cellColumn))) continue;
        for (const [row, cellColumn] of cells) takenCells.add(`${row} ${cellColumn}`);
        return { ...tile, start, end: start + height };
      }
    }
  });
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
