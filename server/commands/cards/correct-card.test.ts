import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommandWithAnswers } from '#test/support/give-command.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import type { Answer } from '../shared/command.ts';
import { cardsCommand } from './show-cards.ts';

const wrong = RECIPIENT;
const right = '+61491570157';

describe.each(databaseKinds())('npm run cards -- correct on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let detailsId: number;
  let questions: string[];
  beforeEach(async () => {
    questions = [];
    shop = await openTestShop(kind);
    wren = await shop.customer();
    [detailsId = 0] = await giveCards(shop, wren);
    const change = {
      giftCardId: (await shop.lastCard()).id,
      customerId: await wren.id(),
      kind: 'correct',
      startsAttempt: true,
      oldState: 'delivered',
      oldMobile: '',
      newMobile: '',
      createdAt: new Date('2026-10-01'),
    } as const;
    for (const deliveryAttempt of [1, 2, 3, 4, 5])
      await shop.stored.add('giftCardChanges', { ...change, deliveryAttempt });
  });
  afterEach(() => shop.close());

  const correct = (answer: Answer, ...words: string[]) =>
    giveCommandWithAnswers(shop.context, cardsCommand, {
      words: ['correct', ...words],
      answer(question) {
        questions.push(question);
        return answer;
      },
    });
  const number = async () => (await shop.stored.one('giftCardDetails')).recipientMobile;
  const actions = () => shop.stored.all('operatorActions', { action: 'card.number_corrected' });

  it("redelivers the card to the corrected number after a yes, even past the customer's correction limit", async () => {
    expect((await wren.correct(detailsId, right)).body).toMatchObject({
      codes: { recipient_mobile: 'card_corrected_too_often' },
    });
    const card = await shop.lastCard();
    const { status, output } = await correct('yes', wrong, '--mobile', '0491 570 157', '--note', 'rang us');
    expect(questions).toEqual([`Change the recipient's number to ${right}?`]);
    expect([status, output.at(-1)]).toEqual([
      0,
      expect.stringContaining(`Gift card ${card.publicId} will be sent to ${right} on `),
    ]);
    expect(await number()).toBe(right);
    await shop.deliver();
    expect(await shop.secretOn(right)).not.toBe('');
    expect(await actions()).toMatchObject([
      { subject: `gift card ${card.publicId}`, before: { delivery: 'delivered' }, reason: 'rang us' },
    ]);
  });

  it.each([
    ['no', 'Nothing was changed.'],
    [null, 'Nothing was changed: the question got no answer. To skip the question, add --yes'],
  ] as const)("changes nothing when the operator's response is %s", async (answer, sentence) => {
    expect(await correct(answer, wrong, '--mobile', right)).toMatchObject({ status: 1, errorOutput: [sentence] });
    expect([await number(), await actions()]).toEqual([wrong, []]);
  });

  it('changes nothing, without asking, once the recipient has opened the card', async () => {
    await shop.stored.change('giftCards', ({ sentAt }) => ({ openedAt: sentAt }));
    expect(await correct('yes', wrong, '--mobile', right)).toMatchObject({
      status: 1,
      errorOutput: [expect.stringMatching(/^Gift card gc_\w+: This gift card has already been opened\.$/)],
    });
    expect([questions, await number()]).toEqual([[], wrong]);
  });

  it('asks the operator to name one card when several cards went to the number', async () => {
    await wren.buyCards();
    expect(await correct('yes', wrong, '--mobile', right)).toMatchObject({
      status: 1,
      errorOutput: [expect.stringContaining('Several gift cards have this recipient number.')],
    });
  });
});

it.each([
  [['correct', 'gc_1'], "correct needs the recipient's correct number"],
  [['correct', 'gc_1', '--mobile', '12'], "correct needs the recipient's correct number"],
  [['correct', '--mobile', '0491570157'], 'correct takes a gift card id (gc_...), a complete code or a mobile number.'],
  [['show', 'gc_1', '--yes'], 'Use --mobile, --note and --yes only with correct.'],
])('explains invalid arguments: %j', (argv, words) => {
  expect(() => cardsCommand.read(argv, '/')).toThrow(words);
});
