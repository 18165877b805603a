import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PICTURE_AREAS, PICTURE_WORDS_LIMITS } from '#contract/rules/gift-card/gift-picture.ts';
import { findTemplateById } from '#server/domain/catalogue/products/templates.ts';
import { drawWords } from '#server/platform/pictures/message/words-drawing.ts';
import { type CardInput, cardOf25, fillCart, signIn, type TestCustomer } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const NO_FONT_HAS = '𓀀';
const card: CardInput = { ...cardOf25, scheduledAt: '2026-12-24 12:00:00', message: 'Well done, 小明!' };
const words = { to: 'For Mia', message: 'שלום 👋🏽', from: 'From Wren', amount: '$25', footer: 'Tide & Kiln' };

describe.each(databaseKinds())('gift card picture previews on %s', (kind) => {
  let shop: TestShop;
  let customer: TestCustomer;
  let templateId: number;
  beforeAll(async () => {
    shop = await openTestShop(kind);
    customer = await signIn(shop.send, shop.phone, '+61412345678');
    const query = { product_id: card.productId };
    const { body } = await shop.send('GET mobiledigital/getgiftcardmmstemplates', { token: customer.token, query });
    templateId = body.data[0]?.id ?? 0;
  });
  afterAll(() => shop.close());

  const preview = (change: Partial<typeof words> = {}, id = templateId) =>
    shop.send('POST mobiledigital/giftcardpicture', {
      token: customer.token,
      body: { template_id: id, words: { ...words, ...change } },
    });

  it('draws exactly the words that are sent and lists the characters that no font can show', async () => {
    const template = await findTemplateById(shop.context.database.orm, templateId);
    if (!template) throw new Error('The test shop has no template.');
    const { status, body } = await preview();
    expect(status).toBe(200);
    expect(body).toEqual({
      status: true,
      data: { svg: await drawWords(words, template.layout), not_shown: { to: [], message: [] } },
    });
    const exotic = await preview({ to: `For ${NO_FONT_HAS}`, message: `a${NO_FONT_HAS}b\ue000${NO_FONT_HAS}` });
    expect(exotic.body.data?.not_shown).toEqual({ to: [NO_FONT_HAS], message: [NO_FONT_HAS, '\ue000'] });
  });

  it('checks a long list of names without drawing the picture', async () => {
    const names = Array(19).fill('Annemarie').join(' ');
    const { body } = await preview({ to: `${names} ${NO_FONT_HAS}` });
    const withoutName = await preview({ to: '' });
    expect(body.data).toEqual({ svg: withoutName.body.data?.svg, not_shown: { to: [NO_FONT_HAS], message: [] } });
  });

  it('rejects an unknown template, a missing bearer token and text over the limits', async () => {
    expect((await preview({}, 999_999)).body).toEqual({ status: false });
    for (const area of PICTURE_AREAS)
      expect((await preview({ [area]: 'x'.repeat(PICTURE_WORDS_LIMITS[area] + 1) })).status, area).toBe(400);
    const anonymous = await shop.send('POST mobiledigital/giftcardpicture', {
      body: { template_id: templateId, words },
    });
    expect(anonymous.status).toBe(401);
  });

  it('rejects new and changed details with characters that no font can show, and saves nothing', async () => {
    const { cartId, detailsIds } = await fillCart(shop.send, customer, [card]);
    const [id = 0] = detailsIds;
    const details = async () =>
      (
        await shop.send('GET mobiledigital/getgiftcarddetailsbyid', {
          token: customer.token,
          query: { gift_card_details_id: String(id) },
        })
      ).body.data;
    const before = await details();
    const data = JSON.stringify({ ...before, recipient_firstname: 'M𓀀', recipient_message: '\ue000 Hi' });
    const refused = {
      status: false,
      input_validation: {
        recipient_firstname: 'The picture cannot show 𓀀 yet. Please leave it out',
        recipient_message: 'The picture cannot show \ue000 yet. Please leave it out',
      },
      codes: {
        recipient_firstname: 'recipient_firstname_not_shown',
        recipient_message: 'recipient_message_not_shown',
      },
      parameters: { recipient_firstname: { signs: '𓀀' }, recipient_message: { signs: '\ue000' } },
    };
    const { token } = customer;
    const edited = await shop.send('POST mobiledigital/editgiftcarddetails', {
      token,
      body: { gift_card_details_id: id, data },
    });
    expect(edited.body).toEqual(refused);
    const saved = await shop.send('POST mobiledigital/savegiftcarddetails', { token, body: { data } });
    expect(saved.body).toEqual(refused);
    expect(await details()).toEqual(before);
    expect(cartId).toBeGreaterThan(0);
  });
});
