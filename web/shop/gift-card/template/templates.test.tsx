import { waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { customer } from '#gallery/fixtures/customer.ts';
import { details, KEY, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { wordsPicture } from '#gallery/fixtures/products.ts';
import { readStoredCard } from '#test/web/card-in-storage.ts';
import { openPage } from '#test/web/customer-page.ts';
import { type CallAnswers, holdAnswer, refuse, throwOffline } from '#test/web/watch-calls.ts';
import { readDraft, saveDraft } from '../../state/gift-card-drafts.ts';
import { type LocalGiftCard, useGiftCards } from '../../state/gift-cards.ts';

const SAVE = 'POST mobiledigital/savegiftcardmmstemplate';
const EDIT = 'POST mobiledigital/editgiftcarddetails';
const DRAWING = 'POST mobiledigital/giftcardpicture';
const WORDS = 'Image message to the recipient';
const NEXT = 'Schedule Gift Card';
const NAMES = ['Birthday cake', 'Wattle bunch', 'Jug of flowers', 'Confetti'];

function withSlides(shop: Awaited<ReturnType<typeof openPage>>) {
  const slides = () => [...shop.box.querySelectorAll<HTMLElement>('[aria-roledescription=slide]')];
  const slide = (name: string) => {
    const found = slides().find(({ textContent }) => textContent?.includes(name));
    if (!found) throw new Error(`There is no wrapping ${name}.`);
    return within(found);
  };
  return {
    ...shop,
    slides,
    slide,
    choose: (name: string) => shop.user.click(slide(name).getByRole('button', { name: 'Continue' })),
    async changeWords(typed: string) {
      await shop.tap('Change the words');
      await shop.user.clear(shop.field(WORDS));
      if (typed) await shop.user.paste(typed);
    },
  };
}
const openLocal = async (change: Partial<LocalGiftCard> = {}, before?: () => void, answers: CallAnswers = {}) =>
  withSlides(
    await openPage({
      url: `/giftcard/mmstemplates/${KEY}/${KEY}`,
      shows: 'Confetti',
      giftCards: singleCard(change),
      answers,
      ...(before ? { before } : {}),
    }),
  );
function stubView(names: string[]) {
  const brought: (() => void)[] = [];
  let inView = names;
  const isIn = (slide: Element) => inView.some((name) => slide.textContent?.includes(name));
  class Watcher {
    readonly #tell: (entries: object[]) => void;
    constructor(tell: (entries: object[]) => void) {
      this.#tell = tell;
    }
    observe(slide: Element) {
      const tell = () => this.#tell([{ isIntersecting: isIn(slide) }]);
      brought.push(tell);
      queueMicrotask(tell);
    }
    disconnect = () => undefined;
  }
  vi.stubGlobal('IntersectionObserver', Watcher);
  onTestFinished(() => void vi.stubGlobal('IntersectionObserver', real));
  return (name: string) => {
    inView = [...inView, name];
    for (const tell of brought) tell();
  };
}
const real = globalThis.IntersectionObserver;
const answerDrawing = (message: string[]) => () => {
  const words = { to: '', message: '', from: '', amount: '', footer: '' };
  return { status: true, data: { ...wordsPicture(words), not_shown: { to: [], message } } };
};
const openPaid = async (answers: CallAnswers = {}) =>
  withSlides(
    await openPage({
      url: '/giftcard/mmstemplates/7/1',
      shows: 'Confetti',
      answers: {
        'GET mobiledigital/getgiftcarddetailsbyid': { status: true, data: details() },
        [SAVE]: { status: true },
        [EDIT]: { status: true, data: details() },
        ...answers,
      },
    }),
  );
const readGiftCard = () => useGiftCards.getState().giftCards[KEY];

describe('wrappings', () => {
  it('shows each wrapping as a slide with Continue and marks the chosen wrapping [RT-17, RT-18, RT-21, RT-22]', async () => {
    const { slides, slide, titles, box } = await openLocal();
    expect(titles().map((title) => title?.toLowerCase())).toEqual(['how would you like your gift wrapped?']);
    expect(slides().map((item) => item.getAttribute('aria-label'))).toEqual(['1 of 4', '2 of 4', '3 of 4', '4 of 4']);
    expect(box.querySelectorAll('[aria-roledescription=carousel] [aria-roledescription=slide]')).toHaveLength(4);
    for (const name of NAMES) expect(slide(name).getByRole('button', { name: 'Continue' })).toBeTruthy();
    expect(slides().map(({ textContent }) => textContent?.includes('Your choice'))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('shows thumbnails of all wrappings below the slides and ticks the chosen wrapping', async () => {
    const { button } = await openLocal();
    const small = NAMES.map((name) => button(`Show ${name}`));
    expect(
      small.map((thumbnail) => [thumbnail.querySelectorAll('img').length, thumbnail.querySelector('svg') !== null]),
    ).toEqual([
      [1, true],
      [1, false],
      [1, false],
      [1, false],
    ]);
    expect(small.map((thumbnail) => thumbnail.getAttribute('aria-current'))).toEqual(['true', null, null, null]);
    for (const thumbnail of small) expect(thumbnail.querySelector('img')?.style.objectPosition).toBe('top');
  });

  it('stores the ids and the URL of the chosen template without a call and opens the schedule [ST-047, ST-048]', async () => {
    const { choose, see, writes, address } = await openLocal({ mms_template_id: '', scheduled_delivery: '' });
    await choose('Jug of flowers');
    await see(NEXT);
    expect(address()).toBe(`/giftcard/schedule/${KEY}/${KEY}`);
    expect(readStoredCard()).toMatchObject({
      mms_template_id: 'just-because',
      click2_giftcard_mms_template_id: 10,
      mms_template_url: expect.stringContaining('/media/template-just-because/'),
    });
    expect(writes()).toEqual([]);
  });

  it.each([
    ['an error', refuse(500)],
    ['no connection', throwOffline],
  ])('offers to try again when the wrappings do not load because of %s', async (_what, failure) => {
    let fails = true;
    const shop = await openPage({
      url: `/giftcard/mmstemplates/${KEY}/${KEY}`,
      shows: 'This did not load',
      giftCards: singleCard(),
      answers: {
        'GET mobiledigital/getgiftcardmmstemplates': () => (fails ? failure() : { status: true, data: [] }),
      },
    });
    fails = false;
    await shop.user.click(shop.page.getByRole('button', { name: 'Try again' }));
    await shop.see('There is no wrapping for this card yet');
    expect(shop.page.getByRole('link', { name: 'Choose another card' }).getAttribute('href')).toBe('/browse');
  });
});

describe('message on the wrappings', () => {
  it('changes the message on the wrapping step and saves it with the chosen wrapping', async () => {
    const { changeWords, choose, see } = await openLocal();
    await changeWords('Well done!');
    expect(readGiftCard()?.recipient_message).toBe('Happy birthday, Mia!');
    expect(readDraft(KEY).recipient?.recipient_message).toBe('Well done!');
    await choose('Confetti');
    await see(NEXT);
    expect(readGiftCard()).toMatchObject({ recipient_message: 'Well done!', mms_template_id: 'congratulations' });
    expect(readDraft(KEY).recipient).toBeUndefined();
  });

  it.each([
    ['', 'Please enter a message'],
    ['x'.repeat(51), 'Message must be shorter than 50 characters'],
  ])('does not choose a wrapping when the message is %j, and focuses the message', async (typed, words) => {
    const { changeWords, choose, text, field } = await openLocal({ mms_template_id: '' });
    await changeWords(typed);
    expect(text()).toContain(words);
    await choose('Confetti');
    await waitFor(() => expect(document.activeElement).toBe(field(WORDS)));
    expect(text()).not.toContain(NEXT);
    expect(readGiftCard()?.mms_template_id).toBe('');
  });

  it('drops the draft when the typed message equals the saved one again', async () => {
    const { changeWords, user, field } = await openLocal();
    await changeWords('Well done!');
    await user.clear(field(WORDS));
    await user.paste('Happy birthday, Mia!');
    expect(readDraft(KEY).recipient).toBeUndefined();
  });

  it('does not choose a wrapping when the message has characters that cannot be drawn, and reports them', async () => {
    const { answers, see, choose, user, field, text } = await openLocal(
      { recipient_message: 'Oh 𓀀' },
      () => undefined,
      {
        [DRAWING]: answerDrawing(['𓀀']),
      },
    );
    await see('The picture cannot show 𓀀 yet. Please leave it out');
    answers[DRAWING] = answerDrawing([]);
    await user.clear(field(WORDS));
    await user.paste('Oh');
    await waitFor(() => expect(text()).not.toContain('The picture cannot show'));
    answers[DRAWING] = answerDrawing(['𓀁']);
    await user.paste(' 𓀁');
    await choose('Confetti');
    await see('The picture cannot show 𓀁 yet. Please leave it out');
    await waitFor(() => expect(document.activeElement).toBe(field(WORDS)));
    expect(text()).not.toContain(NEXT);
    expect(readGiftCard()).toMatchObject({ mms_template_id: 'birthday-cake', recipient_message: 'Oh 𓀀' });
  });

  it('draws the message only on wrappings in view', async () => {
    const bringIntoView = stubView(['Birthday cake', 'Wattle bunch']);
    const { bodies, changeWords } = await openLocal();
    await changeWords('Well done!');
    const drawnOn = () =>
      (bodies(DRAWING) as { template_id: number; words: { message: string } }[])
        .filter(({ words }) => words.message === 'Well done!')
        .map(({ template_id }) => template_id);
    await waitFor(() => expect(drawnOn()).toHaveLength(2));
    bringIntoView('Confetti');
    await waitFor(() => expect(drawnOn()).toHaveLength(3));
    expect(new Set(drawnOn()).size).toBe(3);
  });

  it('opens the form for a draft message that is too long and shows its error', async () => {
    const typed = { recipient_firstname: 'Mia', recipient_lastname: 'Tran', recipient_mobile: '0491570156' };
    const { field, text } = await openLocal({}, () =>
      saveDraft(KEY, { recipient: { ...typed, recipient_message: 'x'.repeat(60), text_content: 'Hi' } }),
    );
    expect(field(WORDS).value).toHaveLength(60);
    expect(text()).toContain('Message must be shorter than 50 characters');
  });
});

describe('wrapping of a paid card', () => {
  it('sends the chosen wrapping once on repeated taps', async () => {
    const answer = holdAnswer({ status: true });
    const { slide, user, sentTimes, see, bodies, writes } = await openPaid({ [SAVE]: () => answer.answer() });
    await user.dblClick(slide('Wattle bunch').getByRole('button', { name: 'Continue' }));
    await sentTimes(SAVE, 1);
    slide('Wattle bunch').getByRole('button', { name: 'Continue' }).click();
    answer.release();
    await see(NEXT);
    expect(bodies(SAVE)).toEqual([
      { gift_card_details_id: 7, mms_template_id: 'thank-you-wattle', click2_giftcard_mms_template_id: 4 },
    ]);
    expect(writes()).toEqual([SAVE]);
  });

  it('sends a changed message before the chosen wrapping', async () => {
    const { changeWords, choose, see, writes, bodies } = await openPaid();
    await changeWords('Well done!');
    await choose('Confetti');
    await see(NEXT);
    expect(writes()).toEqual([EDIT, SAVE]);
    expect(JSON.parse((bodies(EDIT)[0] as { data: string }).data)).toMatchObject({
      recipient_message: 'Well done!',
      recipient_firstname: 'Mia',
    });
  });

  it('keeps the previous wrapping when the server rejects the message', async () => {
    const { changeWords, choose, see, writes } = await openPaid({
      [EDIT]: { status: false, input_validation: { recipient_message: 'Not these words.' } },
    });
    await changeWords('Oh dear');
    await choose('Confetti');
    await see('Not these words.');
    expect(writes()).toEqual([EDIT]);
  });

  it.each([
    [
      'rejected by the server',
      { status: false, codes: { mms_template_id: 'card_already_sent' } },
      'This gift card has already gone out',
    ],
    ['rejected without a reason', { status: false }, 'An Unexpected Error has occured. Please try again later.'],
    ['an error', refuse(500, { message: 'Not now.' }), 'Not now.'],
    ['no connection', throwOffline, 'No connection'],
  ])('stays on the wrapping step and explains why saving failed: %s', async (_what, answer, words) => {
    const { choose, see, slide, text } = await openPaid({ [SAVE]: answer });
    await choose('Confetti');
    await see(words);
    expect(text()).not.toContain(NEXT);
    const busy = slide('Confetti').queryByRole('button', { name: 'Continue', hidden: true });
    await waitFor(() => expect(busy?.getAttribute('aria-busy')).toBeNull());
  });
});

it('draws each picture only once, after the names on it have loaded', async () => {
  const me = holdAnswer(customer());
  const requests: { template_id: number; words: { from: string } }[] = [];
  await openLocal({}, undefined, {
    'GET customers/me': () => me.answer(),
    [DRAWING]: ({ body }: { body: (typeof requests)[number] }) => {
      requests.push(body);
      return answerDrawing([])();
    },
  });
  expect(requests).toEqual([]);
  me.release();
  await waitFor(() => expect(new Set(requests.map(({ template_id }) => template_id)).size).toBe(NAMES.length));
  expect(requests).toHaveLength(NAMES.length);
  expect(requests.map(({ words }) => words.from)).toEqual(requests.map(() => expect.stringContaining('Wren')));
});
