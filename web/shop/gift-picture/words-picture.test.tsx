import { waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { KEY, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { wordsPicture } from '#gallery/fixtures/products.ts';
import { openPage } from '#test/web/customer-page.ts';
import { refuse, throwOffline } from '#test/web/watch-calls.ts';
import { useSession } from '../session/session.ts';
import { readDraft } from '../state/gift-card-drafts.ts';

const DRAWING = 'POST mobiledigital/giftcardpicture';
const MESSAGE = 'Image message to the recipient';
const NEXT = 'How would you like your gift wrapped?';
const words = { to: '', message: '', from: '', amount: '', footer: '' };
const drawn = { status: true, data: wordsPicture(words) };
type Shop = Awaited<ReturnType<typeof openPage>>;

function enableFakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}

async function openForTyping(answer: () => unknown) {
  const shop = await openPage({
    url: `/giftcard/add/${KEY}`,
    shows: 'Text message',
    giftCards: singleCard(),
    answers: { [DRAWING]: () => drawn },
  });
  await waitFor(() => expect(getPicture(shop).querySelectorAll('img')).toHaveLength(2));
  shop.answers[DRAWING] = answer;
  await shop.user.clear(shop.field(MESSAGE));
  return shop;
}
const typeMessage = (shop: Shop, typed: string) => shop.user.type(shop.field(MESSAGE), typed);
const getPicture = ({ page }: Shop) => page.getByRole('img', { name: /^Picture message/ });
const waitForPicture = (shop: Shop, typed: string) =>
  waitFor(() => {
    expect(getPicture(shop).getAttribute('aria-label')).toContain(typed);
    expect(getPicture(shop).getAttribute('aria-busy')).toBe('false');
  });
const countDrawings = ({ bodies }: Shop, message: string) =>
  bodies(DRAWING).filter((body) => (body as { words: typeof words }).words.message === message).length;

describe('when a drawing request fails', () => {
  it.each([
    ['too many requests', refuse(429, { retryAfter: 20 }), 20],
    ['an error', refuse(500), 3],
    ['no connection', throwOffline, 3],
  ])('retries after %s, with a pause between attempts and no popup', async (_what, failure, seconds) => {
    enableFakeTimers();
    let fails = true;
    const shop = await openForTyping(() => (fails ? failure() : drawn));
    await typeMessage(shop, 'Well done');
    await waitForPicture(shop, 'Well done');
    expect(countDrawings(shop, 'Well done')).toBe(1);
    await vi.advanceTimersByTimeAsync((seconds - 1) * 1_000);
    expect(countDrawings(shop, 'Well done')).toBe(1);
    fails = false;
    await vi.advanceTimersByTimeAsync(1_000);
    await waitFor(() => expect(countDrawings(shop, 'Well done')).toBe(2));
    await waitFor(() => expect(getPicture(shop).querySelectorAll('img')).toHaveLength(2));
    expect(shop.box.querySelector('dialog')).toBeNull();
  });

  it('retries a drawing at most five times, and never for outdated text', async () => {
    enableFakeTimers();
    const shop = await openForTyping(refuse(500));
    await typeMessage(shop, 'Well');
    await waitForPicture(shop, 'Well');
    await typeMessage(shop, ' done');
    await waitForPicture(shop, 'Well done');
    for (let index = 0; index < 10; index += 1) await vi.advanceTimersByTimeAsync(3_000);
    expect([countDrawings(shop, 'Well'), countDrawings(shop, 'Well done')]).toEqual([1, 6]);
    expect(getPicture(shop).getAttribute('aria-busy')).toBe('false');
  });

  it('delays Continue by at most two seconds while the drawing loads', async () => {
    enableFakeTimers();
    const shop = await openForTyping(() => new Promise(() => undefined));
    await typeMessage(shop, 'Well done');
    await shop.tap('Continue');
    expect(shop.button('Continue').getAttribute('aria-busy')).toBe('true');
    await vi.advanceTimersByTimeAsync(2_000);
    await shop.see(NEXT);
  });
});

describe('when the session ends while typing', () => {
  it.each([
    ['by the local clock', () => useSession.setState({ token_ttl: Date.now() - 1 }), () => drawn, false],
    ['on the server', () => undefined, refuse(401), true],
  ])('stays on the page and keeps the typed text if the session ended %s', async (_where, end, answer, goesOut) => {
    const shop = await openForTyping(answer);
    end();
    await typeMessage(shop, 'Well done');
    await waitForPicture(shop, 'Well done');
    expect(useSession.getState()).toMatchObject({ is_signed_in: true, token: 'story' });
    expect(shop.field(MESSAGE).value).toBe('Well done');
    expect(readDraft(KEY).recipient?.recipient_message).toBe('Well done');
    expect(countDrawings(shop, 'Well done') > 0).toBe(goesOut);
    expect(shop.box.querySelector('dialog')).toBeNull();
  });
});
