import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DeliveredCard, giveCard } from '../steps/gift-card.ts';
import { setUpShop } from '../steps/own-shop.ts';

describe('the page of a delivered gift card', () => {
  const { server, enter } = setUpShop();
  let deliveredCard: DeliveredCard;

  beforeAll(async () => {
    const words = { message: 'Well done, 小明! שלום 👍🏽', text: 'Lunch is on me' };
    deliveredCard = await giveCard(server(), { to: '0491570157', ...words });
  });

  const fetchCard = async () =>
    (await server().send('GET mobiledigital/card', { query: { secret: deliveredCard.secret } })).body.data;

  it('shows the gift card, and reveals its link to no other site', async () => {
    const page = await enter();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server().url });
    const origins = new Set<string>();
    const opened: string[] = [];
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:') origins.add(origin);
      if (request.url().endsWith('/mobiledigital/cardopened')) opened.push(request.postData() ?? '');
    });
    await page.goto(deliveredCard.path);
    await page.getByRole('heading', { level: 1, name: 'Mia, Wren has a gift for you' }).waitFor();
    const { code = '' } = (await fetchCard()) ?? {};
    expect(code).toMatch(/\w{4}-\w{4}/);
    await page.getByText(code.replaceAll('-', ' ')).waitFor();
    await page.getByRole('img', { name: /Well done, 小明!/ }).waitFor();
    for (const words of ['Lunch is on me', `$${deliveredCard.cardInput.price}.00`, 'Use it by 2 November 2029'])
      expect([words, await page.getByText(words).first().isVisible()]).toEqual([words, true]);
    await expect.poll(() => opened).toEqual([JSON.stringify({ secret: deliveredCard.secret })]);
    await page.getByRole('button', { name: 'Copy the code' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    const [request] = await Promise.all([
      page.waitForRequest('**/sellerprofile/*'),
      page.getByRole('link', { name: /^See what/ }).click(),
    ]);
    expect((await request.allHeaders()).referer).toBeUndefined();
    expect(origins).toEqual(new Set([server().url]));
  });

  it("hides the gift card's secrets from link previews, caches, other sites and search engines", async () => {
    const answer = await fetch(server().url + deliveredCard.path);
    const [html, card] = [await answer.text(), await fetchCard()];
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('x-robots-tag')).toContain('noindex');
    const head = html.slice(0, html.indexOf('</head>'));
    const metas = [...head.matchAll(/<meta [^>]*>/g)].map(([tag]) => tag);
    const content = (name: string) =>
      /content="([^"]*)"/.exec(metas.find((tag) => tag.includes(`="${name}"`)) ?? '')?.[1]?.replaceAll('&amp;', '&');
    expect(content('og:title')).toBe('A gift card is waiting for you');
    expect(content('twitter:card')).toBe('summary_large_image');
    expect([content('robots'), content('referrer')]).toEqual(['noindex, nofollow', 'no-referrer']);
    expect(metas.join()).not.toContain('og:url');
    const title = /<title>([^<]*)<\/title>/.exec(head)?.[1] ?? '';
    const secrets = [deliveredCard.secret, card?.code ?? '-', 'Mia', 'Wren', 'Well done', 'Lunch'];
    for (const secret of secrets) expect([secret, `${title}${metas.join()}`.includes(secret)]).toEqual([secret, false]);
    // Ignores picture URLs, because they contain unrelated numbers.
    const words = `${title}${metas.filter((tag) => !tag.includes(server().url)).join()}`;
    expect(words).not.toContain(String(deliveredCard.cardInput.price));

    const image = content('og:image') ?? '';
    expect(image.startsWith(`${server().url}/share/`)).toBe(true);
    const jpeg = await fetch(image);
    expect([jpeg.status, jpeg.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const bytes = Buffer.from(await jpeg.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
  });
});
