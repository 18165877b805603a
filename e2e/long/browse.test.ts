import { describe, expect, it } from 'vitest';
import { findTile, isGiftCard, isSimple } from '../steps/catalogue.ts';
import { measurePictureShape, scrollToEnd, tiles } from '../steps/listing.ts';
import { setUpShop } from '../steps/own-shop.ts';

describe('browsing the product store', () => {
  const shop = setUpShop({ BRAND: 'product' });

  it('shows two columns of tiles on a phone with correct picture proportions', async () => {
    const page = await shop.open('/browse');
    await scrollToEnd(page);
    for (const tile of [await findTile(shop.server(), isSimple), await findTile(shop.server(), isGiftCard)]) {
      const ratio = await measurePictureShape(page, tile);
      expect([tile.name, ratio]).toEqual([tile.name, expect.closeTo(tile.is_giftcard ? 0.62 : 1.2, 2)]);
    }
    const [firstBox, other] = await tiles(page).evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect()));
    expect(firstBox && other && firstBox.y === other.y && firstBox.right < other.x).toBe(true);
  });
});
