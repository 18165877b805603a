import { describe, expect, it } from 'vitest';
import { isGiftCard, isSimple, someTile } from '../steps/catalogue.ts';
import { pictureShape, scrollToEnd, tiles } from '../steps/listing.ts';
import { ownShop } from '../steps/own-shop.ts';

describe('browsing the product store', () => {
  const shop = ownShop({ BRAND: 'product' });

  it('shows two columns of tiles on a phone with correct picture proportions', async () => {
    const page = await shop.open('/browse');
    await scrollToEnd(page);
    for (const tile of [await someTile(shop.server(), isSimple), await someTile(shop.server(), isGiftCard)]) {
      const ratio = await pictureShape(page, tile);
      expect([tile.name, ratio]).toEqual([tile.name, expect.closeTo(tile.is_giftcard ? 0.62 : 1.2, 2)]);
    }
    const [firstBox, other] = await tiles(page).evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect()));
    expect(firstBox && other && firstBox.y === other.y && firstBox.right < other.x).toBe(true);
  });
});
