import { describe, expect, it } from 'vitest';
import { explainOutcomes, type Happening, type Moment } from './explain-outcomes.ts';
import { createMoneyModel, expire, hold, isOver, lapse, type MoneyModel, reinstate } from './money-model.ts';

const card = { id: 1, sale: 0, lineId: 1, code: 'A', publicId: 'gc_a', issued: 500, lost: 0 };

function createExpiredHeldModel(): MoneyModel {
  const model = createMoneyModel(1_000);
  model.cards.push({ ...card, balance: 500, held: 200, status: 'active', restoresTo: 'active', until: 900 });
  model.holds.push({ id: 'gh_a', card: 0, cents: 200, live: true, until: 900 });
  return model;
}

const toHappening = (moment: Moment): Happening => ({ seen: {}, moments: [{ moment }] });
const leaves = (balance: number) => (model: MoneyModel) => model.cards[0]?.balance === balance;

describe('explain', () => {
  it.each([0, 200])(
    'accepts expiry jobs that found nothing to expire at first, with %s cents left on the card',
    (left) => {
      const expired = Array.from({ length: 3 }, () => toHappening(expire(0)));
      const after = explainOutcomes(createExpiredHeldModel(), [...expired, toHappening(lapse('gh_a'))], leaves(left));
      expect(after?.cards[0]).toMatchObject({ balance: left, held: 0, status: 'expired' });
      expect(isOver(after?.cards[0] as MoneyModel['cards'][number], 1_000)).toBe(left > 0);
    },
  );

  it('accepts that a reinstatement happened before a hold lapsed and an expiry after it', () => {
    const nothingLeft = { seen: { output: 'nothing left' }, moments: [{ moment: reinstate(0) }] };
    const all = [nothingLeft, toHappening(expire(0)), toHappening(expire(0)), toHappening(lapse('gh_a'))];
    const model = createExpiredHeldModel();
    Object.assign(model.cards[0] ?? {}, { balance: 200 });
    expect(explainOutcomes(model, all, leaves(0))?.cards[0]).toMatchObject({ held: 0, status: 'expired' });
  });

  it('finds no order of events when the jobs cannot have left this balance on the card', () => {
    expect(
      explainOutcomes(createExpiredHeldModel(), [toHappening(expire(0)), toHappening(lapse('gh_a'))], leaves(300)),
    ).toBeNull();
  });

  it('finds no order of events that explains a wrong error code', () => {
    const refused = {
      seen: { code: 'gift_card_frozen' },
      moments: [{ moment: hold(0, { cents: 1, partial: false }) }],
    };
    expect(explainOutcomes(createExpiredHeldModel(), [refused], () => true)).toBeNull();
    const overRefusal = { ...refused, seen: { code: 'gift_card_over' } };
    expect(
      explainOutcomes(createExpiredHeldModel(), [overRefusal, toHappening(lapse('gh_a'))], leaves(500))?.holds[0]?.live,
    ).toBe(false);
  });
});
