import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { KEY, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { openPage } from '#test/web/customer-page.ts';
import { readDraft, saveDraft } from '../../state/gift-card-drafts.ts';
import { type LocalGiftCard, listGiftCards } from '../../state/gift-cards.ts';
import { readRecipients } from './read-recipients.ts';
import { templateFile } from './template-file.ts';

const CHECK = 'POST mobiledigital/checkgiftcardrecipients';
const AT = `/giftcard/sendnoworschedule/${KEY}/${KEY}`;
const person = (recipient_firstname: string, recipient_lastname: string, recipient_mobile: string) => ({
  recipient_firstname,
  recipient_lastname,
  recipient_mobile,
});

const open = async (change: Partial<LocalGiftCard> = {}, answer: object = { status: true }) => {
  const shop = await openPage({
    url: AT,
    shows: 'Deliver To',
    giftCards: singleCard(change),
    answers: { [CHECK]: answer as never },
  });
  await shop.tap(/^(Add from a file|Change the list)$/);
  await shop.ground().findByRole('heading', { level: 2 });
  return shop;
};
type Shop = Awaited<ReturnType<typeof open>>;
const choose = async (shop: Shop, text: string) => {
  const input = await waitFor(() => shop.field(/^Choose a file/));
  await shop.user.upload(input, new File([text], 'people.csv', { type: 'text/csv' }));
};
const getRow = (shop: Shop, number: number) => within(shop.ground().getByRole('group', { name: `Row ${number}` }));
const listOtherPeople = () => listGiftCards()[0]?.[1].others;

describe('recipients from a file', () => {
  it('adds all people in a list to the card and shows count, price and names', async () => {
    const shop = await open();
    await choose(shop, 'Vorname;Nachname;Handy\nAna;Ng;412345678\nBen;Wu;+61 412 345 679\n');
    await shop.see('2 people are ready.');
    expect(shop.text()).toContain('3 cards$150');
    await shop.tap('Add 2 people');
    await shop.see('Ana Ng, Ben Wu');
    const list = [person('Ana', 'Ng', '0412345678'), person('Ben', 'Wu', '+61412345679')];
    expect(shop.sent).toEqual([{ name: CHECK, parts: { body: { recipients: list } } }]);
    expect(listOtherPeople()).toEqual(list);
    expect(listGiftCards()[0]?.[1].qty).toBe(3);
    expect(shop.text()).toContain('3 cards, $150');
    expect(readDraft(KEY).list).toBeUndefined();
  });

  it('explains each invalid row and adds nothing until every row is fixed, confirmed or skipped', async () => {
    const shop = await open();
    const rows = ['Ana,Ng,0412345678', ',Wu,0412345679', 'Cem,Ak,12', 'Dee,Oz,0412 345 678', 'Mia,Tran,0491570156'];
    await choose(shop, `first name,last name,mobile\n${rows.join('\n')}`);
    await shop.see('1 person is ready. 4 rows need fixing.');
    expect(getRow(shop, 3).getByText('Please enter a firstname')).toBeTruthy();
    expect(getRow(shop, 4).getByText('Please enter a valid mobile')).toBeTruthy();
    expect(getRow(shop, 5).getByText('Row 2 has this number too.')).toBeTruthy();
    expect(getRow(shop, 6).getByText('This number gets the card already.')).toBeTruthy();
    await shop.see('Fix these rows, or skip them.');
    await shop.tap('Fix 4 rows first');
    await waitFor(() => expect(document.activeElement).toBe(getRow(shop, 3).getByLabelText('Firstname')));
    expect([listOtherPeople(), shop.count(CHECK)]).toEqual([undefined, 0]);
    await shop.user.type(getRow(shop, 3).getByLabelText('Firstname'), 'Bo');
    expect(getRow(shop, 3).getByText('Fixed')).toBeTruthy();
    await shop.user.click(getRow(shop, 4).getByRole('button', { name: /^Skip/ }));
    expect(getRow(shop, 4).getByText('Skipped')).toBeTruthy();
    await shop.user.click(getRow(shop, 5).getByRole('button', { name: /^Send both/ }));
    await shop.tap('Skip 1 row');
    await shop.tap('Add 3 people');
    await shop.see('Ana Ng, Bo Wu, Dee Oz');
    expect(listOtherPeople()?.map(({ recipient_mobile }) => recipient_mobile)).toEqual([
      '0412345678',
      '0412345679',
      '0412345678',
    ]);
  });

  it('restores a skipped row on Put back', async () => {
    const shop = await open();
    await choose(shop, 'name,mobile\nAna Ng,0412345678\nBen Wu,0412345679');
    await shop.user.click(await shop.ground().findByText('Show the 2 that are ready'));
    await shop.tap('Skip Ben Wu');
    await shop.see('1 person is ready.');
    await shop.tap(/^Put back/);
    await shop.see('2 people are ready.');
  });

  it('shows server errors at the rows that they refer to', async () => {
    const codes = { 'recipients.1.recipient_firstname': 'recipient_firstname_not_shown' };
    const parameters = { 'recipients.1.recipient_firstname': { signs: '𓀀' } };
    const shop = await open({}, { status: false, codes, parameters, input_validation: {} });
    await choose(shop, 'name,mobile\n,\nAna Ng,0412345678\n𓀀 Wu,0412345679');
    await shop.tap('Add 2 people');
    await waitFor(() =>
      expect(getRow(shop, 4).getByText('The picture cannot show 𓀀 yet. Please leave it out')).toBeTruthy(),
    );
    expect(listOtherPeople()).toBeUndefined();
  });

  it.each([
    ['', 'This file lists no people.'],
    ['name,email\nAna,ana@example.com', 'We could not find the columns.'],
    [
      `name,mobile\n${'Ana Ng,0412345678\n'.repeat(1_203)}`,
      'This file has 1,203 people. You can send to 1,000 at once',
    ],
    ['PK\u0003\u0004\u0000\u0000 sheet', 'This is not a CSV file.'],
    ['name,mobile\n"Ana,0412345678', 'A quotation mark in row 2 is not closed.'],
  ])('explains why a file cannot be used and accepts another file', async (text, words) => {
    const shop = await open();
    await choose(shop, text);
    await shop.see(words);
    await choose(shop, 'name,mobile\nAna Ng,0412345678');
    await shop.see('1 person is ready.');
  });

  it('rejects a list that, together with the people already chosen, exceeds the limit for one order', async () => {
    const shop = await open();
    const rows = Array.from({ length: 1_000 }, (_, index) => `Ana Ng,${String(412_000_000 + index)}`);
    await choose(shop, `name,mobile\n${rows.join('\n')}`);
    await shop.see('1,000 cards fit into one order. Skip 1 more person');
    await shop.tap('Add 1,000 people');
    expect([listOtherPeople(), shop.count(CHECK)]).toEqual([undefined, 0]);
  });

  it('keeps an unfinished list as a draft when the sheet is closed', async () => {
    const shop = await open();
    await choose(shop, 'name,mobile\nAna Ng,0412345678\nBen,');
    await shop.see('1 row needs fixing.');
    await shop.user.type(getRow(shop, 3).getByLabelText('Lastname'), 'Wu');
    await shop.tap('Close');
    await shop.tap('Add from a file');
    await waitFor(() => expect(getRow(shop, 3).getByLabelText<HTMLInputElement>('Lastname').value).toBe('Wu'));
    await shop.tap('Choose another file');
    expect(readDraft(KEY).list).toBeUndefined();
  });

  it('edits and removes an added list, and restores it on Undo', async () => {
    const list = [person('Ana', 'Ng', '0412345678'), person('Ben', 'Wu', '0412345679')];
    const shop = await open({ others: list, qty: 3 });
    await shop.user.click(await shop.ground().findByText('Show the 2 that are ready'));
    await shop.tap('Skip Ana Ng');
    await shop.tap('Add 1 person');
    await waitFor(() => expect(listOtherPeople()).toEqual(list.slice(1)));
    await shop.tap('Remove the list');
    expect(listGiftCards()[0]?.[1]).toMatchObject({ others: [], qty: 1 });
    await shop.tap('Undo');
    expect(listOtherPeople()).toEqual(list.slice(1));
  });

  it('warns about a person who is in the list and also entered by hand', async () => {
    const shop = await openPage({
      url: AT,
      shows: 'Deliver To',
      giftCards: singleCard({ others: [person('Ana', 'Ng', '0412345678')], qty: 2 }),
      before: () => saveDraft(KEY, { people: [person('Ana', 'Ng', '+61412345679')] }),
    });
    const twice = '1 person is entered above and in your list, and would get two cards.';
    expect(shop.text()).not.toContain(twice);
    const mobile = shop.field('Mobile of person 2');
    await shop.user.clear(mobile);
    await shop.user.type(mobile, '0412 345 678');
    await shop.see(twice);
  });

  it('locks the list while the server checks it', async () => {
    let answer: (value: object) => void = () => undefined;
    const shop = await open({}, () => new Promise<object>((resolve) => (answer = resolve)));
    await choose(shop, 'name,mobile\n,\nAna Ng,0412345678\nBen ,0412345679');
    await shop.user.type(getRow(shop, 4).getByLabelText('Lastname'), 'Wu');
    await shop.tap('Add 2 people');
    await waitFor(() =>
      expect(getRow(shop, 4).getByLabelText<HTMLInputElement>('Lastname').matches(':disabled')).toBe(true),
    );
    answer({ status: true });
    await shop.see('Ana Ng, Ben Wu');
  });

  it('warns about a row whose number was already entered by hand', async () => {
    const shop = await openPage({
      url: AT,
      shows: 'Deliver To',
      giftCards: singleCard(),
      before: () => saveDraft(KEY, { people: [person('Ana', 'Ng', '0412345678')] }),
      answers: { [CHECK]: { status: true } },
    });
    await shop.tap('Add from a file');
    await choose(shop, 'name,mobile\nAna Ng,412345678');
    await shop.see('This number gets the card already.');
  });
});

it.each(['en-AU', 'de'])('creates a template file in %s whose columns are recognised', async (locale) => {
  const words: Record<string, string> = { Firstname: 'Vorname', Lastname: 'Nachname', Mobile: 'Handynummer' };
  const say = ({ message = '' }: { message?: string }) => (locale === 'de' ? words[message] : message);
  const text = templateFile({ locale, _: say } as never);
  const filled = `${text}${locale === 'de' ? 'Ana;Ng;412345678' : 'Ana,Ng,412345678'}\r\n`;
  expect(readRecipients(new TextEncoder().encode(filled))).toEqual({
    lines: [{ line: 2, person: person('Ana', 'Ng', '0412345678') }],
  });
});
