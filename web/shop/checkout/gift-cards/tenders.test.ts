import { describe, expect, it } from 'vitest';
import { onCart, ownCard, tenders } from '#gallery/fixtures/spending.ts';
import { fakeServer } from '#test/web/fake-server.ts';
import { apiError } from '#web/shared/api/api-error.ts';
import { fetchTenders, findShortenedCard, sumGiftCardCents, type Tenders, withLocalCards } from './tenders.ts';

const card = (balance: number, amount: number, id = 1) => onCart(ownCard({ id, value: balance }), amount);
const buildTenders = (cardDue: number, ...cards: Tenders['cards']): Tenders => ({ cards, cardDue });

describe('fetchTenders', () => {
  it('converts the gift card amounts and the amount due by card to cents', async () => {
    const [firstCard, other] = [onCart(ownCard(), 25), onCart(ownCard({ id: 2 }), 3.3)];
    fakeServer(() => tenders([firstCard, other], 10.7));
    const answer = await fetchTenders();
    expect(answer.cards).toEqual([firstCard, other]);
    expect(answer.cardDue).toBe(1_070);
    expect(sumGiftCardCents(answer)).toBe(2_830);
  });

  it('returns no gift cards when the cart is missing, and throws any other error', async () => {
    const answers = [404, 500].map((status) => {
      fakeServer(() => {
        throw apiError({ kind: 'http', status, message: 'No' });
      });
      return fetchTenders().catch((error) => error.status);
    });
    expect(await Promise.all(answers)).toEqual([{ cards: [], cardDue: 0 }, 500]);
  });
});

describe('the payment card minimum', () => {
  it('returns only the gift card whose amount was reduced to leave the minimum card payment', () => {
    const short = card(43.8, 43.49);
    expect(findShortenedCard(buildTenders(50, card(5, 5, 2), short))).toBe(short);
    for (const other of [
      buildTenders(51, short),
      buildTenders(50, card(60, 43.49)),
      buildTenders(50, card(43.49, 43.49)),
      buildTenders(50, card(0.3, 0)),
    ])
      expect(findShortenedCard(other)).toBeUndefined();
  });

  it.each([
    ['0 cents', 0, false],
    ['1 cent', 1, true],
    ['49 cents', 49, true],
    ['50 cents', 50, false],
    ['51 cents', 51, false],
  ])('counts a gift card with %s left as reduced only below the minimum card payment', (_left, left, isShort) => {
    const cents = card((2_000 + left) / 100, 20);
    expect(findShortenedCard(buildTenders(50, cents))).toBe(isShort ? cents : undefined);
  });

  it('spends a gift card fully when gift cards in the browser raise the card payment above its minimum', () => {
    const short = buildTenders(50, card(43.8, 43.49));
    expect(sumGiftCardCents(withLocalCards(short, 0))).toBe(43_49);
    expect(sumGiftCardCents(withLocalCards(short, 50_00))).toBe(43_80);
    const whole = buildTenders(0, card(60, 44));
    expect(withLocalCards(whole, 50_00)).toBe(whole);
  });
});
