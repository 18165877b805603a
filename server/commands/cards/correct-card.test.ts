import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CardShop, openCardShop, right, wrong } from '#test/support/card-shop.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveAnswering } from '#test/support/give-command.ts';
import type { Answer } from '../shared/command.ts';
import { cardsCommand } from './show-cards.ts';

describe.each(databaseKinds())('an operator who corrects the number of a gift card on %s', (kind) => {
  let shop: CardShop;
  let questions: string[];
  beforeEach(async () => {
    questions = [];
    shop = await openCardShop(kind);
    await shop.buy();
    await shop.deliver();
    // As after five corrections by the customer.
    await shop.query(`insert into gift_card_changes (gift_card_id, customer_id, kind, delivery_attempt, starts_attempt,
        old_state, old_mobile, new_mobile, created_at)
      select g.id, c.id, 'correct', n, true, 'delivered', '', '', '2026-10-01' from gift_cards g, customers c,
        generate_series(1, 5) n`);
  });
  afterEach(() => shop.close());

  const correct = (answer: Answer, ...words: string[]) =>
    giveAnswering(shop.context, cardsCommand, {
      words: ['correct', ...words],
      answer(question) {
        questions.push(question);
        return answer;
      },
    });
  const number = async () => (await shop.query('select recipient_mobile from gift_card_details'))[0]?.recipient_mobile;
  const actions = () =>
    shop.query("select subject, before, reason from operator_actions where action = 'card.number_corrected'");

  test('sends the card to the right number after a yes, where its customer may not any more, and leaves a row', async () => {
    expect((await shop.correct()).body).toMatchObject({ codes: { recipient_mobile: 'card_corrected_too_often' } });
    const [card] = await shop.query('select public_id from gift_cards');
    const { status, said } = await correct('yes', wrong, '--mobile', '0491 570 157', '--note', 'rang us');
    expect(questions).toEqual([`Correct its number to ${right}?`]);
    expect([status, said.at(-1)]).toEqual([
      0,
      expect.stringContaining(`Gift card ${card.public_id} goes to ${right}, `),
    ]);
    expect(await number()).toBe(right);
    await shop.deliver();
    expect(await shop.secretOn(right)).not.toBe('');
    expect(await actions()).toEqual([
      { subject: `gift card ${card.public_id}`, before: { delivery: 'delivered' }, reason: 'rang us' },
    ]);
  });

  test.each([
    ['no', 'Nothing was changed.'],
    [null, 'Nothing was changed: no one answered. To correct without a question add --yes'],
  ] as const)('changes nothing where the answer is %s', async (answer, sentence) => {
    expect(await correct(answer, wrong, '--mobile', right)).toMatchObject({ status: 1, complained: [sentence] });
    expect([await number(), await actions()]).toEqual([wrong, []]);
  });

  test('asks nothing and changes nothing once the recipient has opened the card', async () => {
    await shop.query('update gift_cards set opened_at = sent_at');
    expect(await correct('yes', wrong, '--mobile', right)).toMatchObject({
      status: 1,
      complained: [expect.stringMatching(/^Gift card gc_\w+: This gift card has already been opened\.$/)],
    });
    expect([questions, await number()]).toEqual([[], wrong]);
  });

  test('names one card where several are for the number', async () => {
    await shop.buy();
    expect(await correct('yes', wrong, '--mobile', right)).toMatchObject({
      status: 1,
      complained: [expect.stringContaining('Several gift cards are for this number.')],
    });
  });
});

test.each([
  [['correct', 'gc_1'], "correct takes the recipient's right number"],
  [['correct', 'gc_1', '--mobile', '12'], "correct takes the recipient's right number"],
  [['correct', '--mobile', '0491570157'], 'correct takes a gift card (gc_...), a whole code, or a mobile number.'],
  [['show', 'gc_1', '--yes'], '--mobile, --note and --yes belong to correct.'],
])('explains wrong words: %j', (argv, words) => {
  expect(() => cardsCommand.read(argv, '/')).toThrow(words);
});
