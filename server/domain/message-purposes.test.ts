import { afterEach, describe, expect, it } from 'vitest';
import { MESSAGE_PURPOSES, type MessagePurpose } from '#server/platform/kernel/message-purposes.ts';
import { claimMessages } from '#server/platform/messaging/claim-messages.ts';
import { handleInboundText } from '#server/platform/messaging/handle-inbound-text.ts';
import { composeMessages, type PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { RECIPIENT } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openMessageShop, READER } from '#test/support/each-message.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';
import { buildRegistration, homeAddress } from '#test/support/sign-in.ts';
import { findDeliveryFacts } from './gift-cards/cards-store.ts';
import { resolvePictureWords } from './gift-cards/delivery/compose-messages.ts';
import { openCard } from './gift-cards/ledger/card-secrets.ts';
import { messagePurposes } from './message-purposes.ts';

const OTHER = '+61491570157';

const WRITTEN = {
  giver: 'Giverina',
  lastname: 'Lastina',
  recipient: 'Recipienta',
  recipientLastname: 'Behindia',
  picture: 'Pictureword',
  text: 'Textword',
  thanks: 'Thanksword',
  nameOnOrder: 'Orderina',
  addressee: 'Addressa',
  addresseeLastname: 'Parcelina',
  street: 'Streetword',
  city: 'Cityword',
} as const;
type Written = keyof typeof WRITTEN;

/**
 * For every message: which of these texts it contains, and its state after its reader replied STOP. STOP does not
 * affect the first delivery of a gift card, which is paid for, or notices about the reader's own account or order. 'by
 * its caller': not composed from rows. Codes contain no customer's text and ignore STOP; campaigns contain the
 * operator's text and check STOP themselves (send-campaign.test.ts).
 */
const TABLE: Record<string, { carries: readonly Written[]; afterStop: 'claimed' | 'not_needed' | 'by its caller' }> = {
  code: { carries: [], afterStop: 'by its caller' },
  'codes-near-cap': { carries: [], afterStop: 'claimed' },
  gift: { carries: ['giver', 'text'], afterStop: 'claimed' },
  'gift-failed': { carries: ['recipient'], afterStop: 'claimed' },
  'gift-delivered': { carries: ['recipient'], afterStop: 'claimed' },
  'gift-notice': { carries: [], afterStop: 'claimed' },
  'gift-redeemed': { carries: [], afterStop: 'claimed' },
  thanks: { carries: ['recipient', 'thanks'], afterStop: 'not_needed' },
  campaign: { carries: [], afterStop: 'by its caller' },
  'order-held': { carries: [], afterStop: 'claimed' },
  'order-refused': { carries: [], afterStop: 'claimed' },
  'order-approved': { carries: [], afterStop: 'claimed' },
  'order-refunded': { carries: [], afterStop: 'claimed' },
  'refund-failed': { carries: [], afterStop: 'claimed' },
  'order-sent': { carries: [], afterStop: 'claimed' },
  'seller-order': { carries: ['addressee', 'addresseeLastname', 'street', 'city'], afterStop: 'claimed' },
  receipt: { carries: ['nameOnOrder'], afterStop: 'claimed' },
  'email-changed': { carries: [], afterStop: 'claimed' },
  'mobile-changed': { carries: [], afterStop: 'claimed' },
  'passkey-added': { carries: [], afterStop: 'claimed' },
  'new-device': { carries: [], afterStop: 'claimed' },
  'books-differ': { carries: [], afterStop: 'claimed' },
  'cards-tested': { carries: [], afterStop: 'claimed' },
  alarm: { carries: [], afterStop: 'claimed' },
};
const ON_PICTURE: readonly Written[] = ['giver', 'recipient', 'picture'];
const BY_CALLER = MESSAGE_PURPOSES.filter((purpose) => TABLE[purpose]?.afterStop === 'by its caller');

const NEEDS: Partial<Record<MessagePurpose, (stored: TestShop['stored']) => Promise<unknown>>> = {
  'gift-failed': (stored) => stored.change('giftCards', { deliveryState: 'failed' }),
  'gift-delivered': (stored) => stored.change('giftCards', { deliveryState: 'delivered', tellDelivered: true }),
  'gift-notice': (stored) => stored.change('giftCards', { deliveryState: 'failed' }),
  'order-held': (stored) => stored.change('orders', { status: 'held' }),
  'order-approved': (stored) => stored.change('orders', { status: 'approved' }),
  'refund-failed': async (stored) => {
    await stored.change('refunds', { state: 'failed' });
    await stored.change('messages', { state: 'sent' }, { purpose: 'order-refunded' });
  },
};

type MessageShop = Awaited<ReturnType<typeof openMessageShop>>;
type Answer = { codes?: Record<string, unknown> | undefined; code?: string | undefined };
type Write = (shop: MessageShop, words: string) => Promise<{ body: Answer }>;

const editCard = async (shop: MessageShop, change: Record<string, string>) => {
  const { detailsId } = await shop.lastCard();
  const person = { recipient_firstname: 'Mia', recipient_lastname: 'Tran', recipient_mobile: RECIPIENT };
  return shop.wren.editDetails(detailsId, { ...person, ...change });
};
const changeMe = (shop: MessageShop, customer: object) =>
  shop.send('PUT customers/me', { token: shop.wren.token, body: { customer } as never });
const addAddress = (shop: MessageShop, change: object) =>
  changeMe(shop, { addresses: [{ ...homeAddress, telephone: READER, ...change }] });

/** Every place where customers write text that messages contain, with the errors for a link and for a phone number. */
const ENTRIES: readonly [where: string, write: Write, link: string, number: string | null][] = [
  [
    'the name of a registration',
    (shop, firstname) =>
      shop.send('POST mobiledigital/createAccount', { body: buildRegistration(OTHER, { firstname }) as never }),
    'name_with_link',
    'name_with_link',
  ],
  ['the name of an account', (shop, lastname) => changeMe(shop, { lastname }), 'name_with_link', 'name_with_link'],
  ['the name of an address', (shop, firstname) => addAddress(shop, { firstname }), 'name_with_link', 'name_with_link'],
  ['the suburb of an address', (shop, city) => addAddress(shop, { city }), 'invalid_value', 'invalid_value'],
  ['the street of an address', (shop, line) => addAddress(shop, { street: [line] }), 'invalid_value', null],
  [
    'the name of a recipient',
    (shop, words) => editCard(shop, { recipient_firstname: words }),
    'name_with_link',
    'name_with_link',
  ],
  [
    'a name in a list of recipients',
    (shop, words) =>
      shop.send('POST mobiledigital/checkgiftcardrecipients', {
        token: shop.wren.token,
        body: { recipients: [{ recipient_firstname: words, recipient_lastname: 'Ng', recipient_mobile: RECIPIENT }] },
      }),
    'name_with_link',
    'name_with_link',
  ],
  [
    'the picture of a gift card',
    (shop, words) => editCard(shop, { recipient_message: words }),
    'words_with_link',
    null,
  ],
  ['the text of a gift card', (shop, words) => editCard(shop, { text_content: words }), 'words_with_link', null],
  [
    'thanks',
    async (shop, message) => {
      const { sealed } = await shop.lastCard();
      const secret = openCard(shop.context.secrets, sealed).link;
      return shop.send('POST mobiledigital/thankgiver', { body: { secret, message } });
    },
    'thanks_with_link',
    'thanks_with_number',
  ],
];

it('lists every message purpose in the table of expected texts', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(MESSAGE_PURPOSES.toSorted());
});

describe.each(databaseKinds())("customers' texts in messages, on %s", (kind) => {
  let shop: MessageShop;
  afterEach(() => shop.close());

  const plant = async (words: Record<Written, string>) => {
    const { stored } = shop;
    await stored.change('customers', { firstname: words.giver, lastname: words.lastname });
    await stored.change('giftCardDetails', {
      recipientFirstname: words.recipient,
      recipientLastname: words.recipientLastname,
      recipientMessage: words.picture,
      textContent: words.text,
    });
    await stored.change('giftCardThanks', { message: words.thanks });
    const { addressee: firstname, addresseeLastname: lastname, street, city } = words;
    await stored.change('orders', ({ shippingAddress }) => ({
      customerName: words.nameOnOrder,
      shippingAddress: { ...shippingAddress, firstname, lastname, street: [street], city },
    }));
  };
  const planted = (wordsAround: (mark: string, written: Written) => string) =>
    Object.fromEntries(
      Object.entries(WRITTEN).map(([written, mark]) => [written, wordsAround(mark, written as Written)]),
    ) as Record<Written, string>;

  const read = async (): Promise<Record<string, string>> => {
    const texts: Record<string, string> = {};
    for (const purpose of MESSAGE_PURPOSES) {
      await NEEDS[purpose]?.(shop.stored);
      const message = await shop.readMessage(purpose);
      const handler = messagePurposes[purpose];
      const composed = (await composeMessages(shop.context, { handler, messages: [message] })).get(message.id);
      if (composed instanceof Error) throw composed;
      texts[purpose] = composed === undefined || composed === 'not needed' ? '' : Object.values(composed).join('\n');
    }
    const facts = await findDeliveryFacts(
      shop.context.database.orm,
      Number((await shop.readMessage('gift')).giftCardId),
    );
    if (!facts) throw new Error('The gift card is gone.');
    return { ...texts, picture: Object.values(resolvePictureWords(facts)).join('\n') };
  };

  it("puts customers' texts only into the messages that the table lists", async () => {
    shop = await openMessageShop(kind);
    await plant(planted((mark) => mark));
    const texts = await read();
    const found = (text: string) =>
      Object.entries(WRITTEN).flatMap(([written, mark]) => (text.includes(mark) ? [written] : []));
    const expected = Object.entries(TABLE).map(([purpose, { carries }]) => [purpose, carries]);
    const carried = Object.entries(texts).map(([purpose, text]) => [purpose, found(text)]);
    expect(Object.fromEntries(carried)).toEqual({ ...Object.fromEntries(expected), picture: ON_PICTURE });
    const silent = Object.keys(texts).filter((purpose) => texts[purpose] === '');
    expect(silent.toSorted()).toEqual(BY_CALLER.toSorted());
  });

  it("omits a customer's text that contains a link from every message", async () => {
    shop = await openMessageShop(kind);
    await plant(planted((mark) => `${mark} evil.travel`));
    const texts = await read();
    expect(Object.keys(texts).filter((purpose) => texts[purpose]?.includes('evil'))).toEqual([]);
    expect(texts.gift).toContain('You were sent');
  });

  it("allows a phone number in a customer's text only for a gift card's text and picture", async () => {
    shop = await openMessageShop(kind);
    await plant(planted((mark, written) => (written === 'street' ? mark : `${mark} 0491 570 158`)));
    const texts = await read();
    const withNumber = Object.keys(texts).filter((purpose) => texts[purpose]?.includes('0491 570 158'));
    expect(withNumber).toEqual(['gift', 'picture']);
    expect(texts.gift).not.toContain(WRITTEN.giver);
    expect(texts.picture).not.toMatch(/Giverina|Recipienta/);
  });

  it('sends no message that the table marks, and no resent gift card, after STOP', async () => {
    shop = await openMessageShop(kind);
    await handleInboundText(shop.context, { from: READER, sender: 'any sender of ours', text: 'STOP' });
    const resentMessageId = await shop.queue('gift', { ref: 'gift sent again', deliveryAttempt: 2 });
    const admitted: PurposeHandler = { retriedBy: 'nobody', admit: async () => ({}) };
    const handlers = Object.fromEntries(MESSAGE_PURPOSES.map((purpose) => [purpose, { ...admitted }]));
    await claimMessages(shop.context, { ...messagePurposes, ...handlers }, [...shop.ids.values(), resentMessageId]);
    for (const purpose of MESSAGE_PURPOSES.filter((candidate) => !BY_CALLER.includes(candidate))) {
      const { state } = await shop.readMessage(purpose);
      expect([purpose, state]).toEqual([purpose, TABLE[purpose]?.afterStop]);
    }
    expect(await shop.stored.one('messages', { id: resentMessageId })).toMatchObject({
      state: 'failed',
      problem: 'opted_out',
    });
  });

  it('rejects a link or phone number with the expected error wherever customers write text', async () => {
    shop = await openMessageShop(kind);
    for (const [where, write, link, number] of ENTRIES) {
      const outcome = async (words: string) => {
        const { body } = await write(shop, words);
        return Object.values(body.codes ?? {})[0] ?? body.code ?? null;
      };
      expect([where, await outcome('evil.travel')]).toEqual([where, link]);
      expect([where, await outcome('Call 0491 570 158')]).toEqual([where, number]);
    }
  });
});

describe.each(databaseKinds())('a gift card as a message to a stranger, on %s', (kind) => {
  let shop: TestShop;
  afterEach(() => shop.close());

  const stop = (from: string, text = 'STOP') =>
    handleInboundText(shop.context, { from, sender: 'any sender of ours', text });
  const readCode = (body: Answer) => Object.values(body.codes ?? {})[0];
  const changes = async (count: number, kind: 'correct' | 'resend') => {
    const change = {
      giftCardId: (await shop.lastCard()).id,
      customerId: (await shop.stored.one('customers')).id,
      kind,
      deliveryAttempt: 1,
      startsAttempt: true,
      oldState: 'sent' as const,
      oldMobile: '',
      newMobile: '',
      createdAt: new Date('2026-10-23T01:00:00Z'),
    };
    await shop.stored.addAll('giftCardChanges', Array(count).fill(change));
  };

  it('delivers a new gift card despite STOP, but then refuses to resend or correct it', async () => {
    shop = await openTestShop(kind);
    const wren = await shop.customer();
    await stop(RECIPIENT);
    const [detailsId = 0] = await giveCards(shop, wren);
    expect(shop.sent.map(({ to }) => to)).toEqual([RECIPIENT, RECIPIENT]);
    await shop.moveTo(minutesAfterOpening(6));
    expect(readCode((await wren.resend(detailsId)).body)).toBe('recipient_opted_out');
    await stop(OTHER);
    expect(readCode((await wren.correct(detailsId, OTHER)).body)).toBe('recipient_opted_out');
    await stop(RECIPIENT, 'START');
    await stop(OTHER, 'START');
    await changes(5, 'correct');
    expect(readCode((await wren.correct(detailsId, OTHER)).body)).toBe('card_corrected_too_often');
    await changes(20, 'resend');
    expect(readCode((await wren.resend(detailsId)).body)).toBe('card_resent_too_often');
    const thank = { body: { secret: await shop.secretOn(RECIPIENT), message: 'Thank you' } };
    expect((await shop.send('POST mobiledigital/thankgiver', thank)).body).toEqual({ status: true });
    expect((await shop.send('POST mobiledigital/thankgiver', thank)).body).toEqual({ status: false, already: true });
    expect(shop.sent).toHaveLength(2);
  });
});
