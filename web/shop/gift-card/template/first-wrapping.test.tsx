import { expect, it } from 'vitest';
import { KEY, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { openPage } from '#test/web/customer-page.ts';
import { saveDraft } from '../../state/gift-card-drafts.ts';
import { type LocalGiftCard, useGiftCards } from '../../state/gift-cards.ts';

async function openFirstWrapping(
  occasion: string | null,
  card: Partial<LocalGiftCard>,
  before: () => void = () => undefined,
) {
  const { box, text } = await openPage({
    url: `/giftcard/mmstemplates/${KEY}/${KEY}`,
    shows: 'Confetti',
    giftCards: singleCard(card),
    before: () => {
      sessionStorage.setItem('occasion', JSON.stringify(occasion));
      before();
    },
  });
  const [name] = (box.querySelector('p[aria-live]')?.textContent ?? '').split(',');
  return { name, text: text() };
}
const noTemplate = { mms_template_id: '' };

it.each([
  ['matches the occasion', 'congratulations', 'Confetti'],
  ['is first in the list when none matches the occasion', 'wedding', 'Birthday cake'],
  ['is first in the list when no occasion was viewed', null, 'Birthday cake'],
  ['is first in the list when the stored occasion is unknown', 'easter', 'Birthday cake'],
])('shows first, but does not choose, a wrapping that %s', async (_what, occasion, name) => {
  const wrapping = await openFirstWrapping(occasion, noTemplate);
  expect(wrapping.name).toBe(name);
  expect(wrapping.text).not.toContain('Your choice');
  expect(useGiftCards.getState().giftCards[KEY]?.mms_template_id).toBe('');
});

it('shows the chosen wrapping first', async () => {
  const wrapping = await openFirstWrapping('congratulations', { mms_template_id: 'thank-you-wattle' });
  expect(wrapping.name).toBe('Wattle bunch');
});

it('shows the last viewed wrapping first when none is chosen', async () => {
  const wrapping = await openFirstWrapping('congratulations', noTemplate, () =>
    saveDraft(KEY, { template: 'just-because' }),
  );
  expect(wrapping.name).toBe('Jug of flowers');
});
