import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { axeViolations } from '../steps/axe.ts';

import { localCard } from '../steps/local-card.ts';
import { ownShop } from '../steps/own-shop.ts';
import { openAccountTab } from '../steps/shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const KEY = 'aaaaaaaa-0000-4000-8000-000000000001';
const ADD = `/giftcard/add/${KEY}`;
const TEMPLATES = `/giftcard/mmstemplates/${KEY}/${KEY}`;
const SCHEDULE = `/giftcard/schedule/${KEY}/${KEY}`;
const PREVIEW = `/giftcard/sendnoworschedule/${KEY}/${KEY}`;

type StoredCard = Record<string, unknown>;
type Picked = { name?: string[]; tel?: string[] };

const shop = ownShop();
let customer: Session;
let completeCard: StoredCard;

beforeAll(async () => {
  customer = await customerOf(shop.server());
  completeCard = await localCard(shop.server().send, customer, { at: '2026-11-20 09:30:00', complete: true });
});

const open = (path: string, changes: StoredCard = {}): Promise<Page> =>
  shop.open(path, { as: customer, giftCards: { [KEY]: { ...completeCard, ...changes } } });
const storedCards = async (page: Page): Promise<StoredCard[]> =>
  Object.values(await page.evaluate(() => JSON.parse(localStorage.getItem('gift-card-details') ?? '{}')));
const drafts = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('gift-card-drafts'));
const add = (page: Page) => page.getByRole('button', { name: /^Add (a|another) person$/ });

async function fillPerson(page: Page, number: number, [first, last, mobile]: readonly string[]): Promise<void> {
  await page.getByLabel(`Firstname of person ${number}`).fill(first ?? '');
  await page.getByLabel(`Lastname of person ${number}`).fill(last ?? '');
  await page.getByLabel(`Mobile of person ${number}`).fill(mobile ?? '');
}

/** A phone whose contact list is answered by the test. */
async function enterWithContacts(picked: Picked[]): Promise<Page> {
  const page = await shop.enter({ as: customer, giftCards: { [KEY]: completeCard } });
  await page.addInitScript((answer) => {
    const selections: unknown[] = [];
    const contacts = {
      select: async (...args: unknown[]) => {
        selections.push(args);
        return answer;
      },
    };
    Object.defineProperty(navigator, 'contacts', { value: contacts });
    Object.assign(globalThis, { contactSelections: selections });
  }, picked);
  return page;
}

describe('the same card to more people', () => {
  test('is offered on the preview of a complete card, closed, and changes nothing for one recipient', async () => {
    const page = await open(PREVIEW);
    await page.getByRole('heading', { name: 'Send the same card to more people' }).waitFor();
    expect(await page.locator('main input').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
    await page.waitForURL('**/checkout');
    expect(await storedCards(page)).toHaveLength(1);
  });

  test('makes a card of each, with the words, wrapping and time of the first; checkout lists and adds them up', async () => {
    const page = await open(PREVIEW);
    await add(page).click();
    await fillPerson(page, 2, ['Leo', 'Hart', '0491 570 157']);
    await add(page).click();
    await fillPerson(page, 3, ['Ida', 'Moss', '0491570158']);
    await page.getByText('Your words say Mia, and everyone will read them.').waitFor();
    const price = Number(completeCard.price);
    await page.getByText(`3 cards, $${(price * 3).toFixed(2)} AUD`).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.waitForURL('**/checkout');
    const made = await storedCards(page);
    const same = {
      recipient_message: completeCard.recipient_message,
      mms_template_id: completeCard.mms_template_id,
      price,
    };
    expect(made).toMatchObject([
      { ...same, recipient_firstname: 'Mia' },
      { ...same, recipient_firstname: 'Leo', recipient_lastname: 'Hart', recipient_mobile: '0491570157' },
      {
        ...same,
        recipient_firstname: 'Ida',
        recipient_mobile: '0491570158',
        scheduled_delivery: '2026-11-20 09:30:00',
      },
    ]);
    for (const name of ['Mia Tran', 'Leo Hart', 'Ida Moss']) await page.getByText(name).first().waitFor();
    await page.getByText('GiftCard x 3').waitFor();
    await page
      .getByText(`$${(price * 3).toFixed(2)}`)
      .first()
      .waitFor();
    expect(await drafts(page)).toBeNull();
  });

  test('asks for what is missing and lets a row left empty be', async () => {
    const page = await open(PREVIEW);
    await add(page).click();
    await add(page).click();
    await page.getByLabel('Firstname of person 3').fill('Leo');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText('Please enter a mobile', { exact: true }).waitFor();
    expect(await page.locator('[data-field-error]').allInnerTexts()).toEqual([
      'Please enter a lastname',
      'Please enter a mobile',
    ]);
    expect(await storedCards(page)).toHaveLength(1);
    await page.getByRole('button', { name: 'Remove person 3' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.waitForURL('**/checkout');
    expect(await storedCards(page)).toHaveLength(1);
  });

  test('two quick presses make each card once', async () => {
    const page = await open(PREVIEW);
    await add(page).click();
    await fillPerson(page, 2, ['Leo', 'Hart', '0491570157']);
    await page.getByRole('button', { name: 'Continue', exact: true }).dblclick();
    await page.waitForURL('**/checkout');
    expect((await storedCards(page)).map(({ recipient_firstname }) => recipient_firstname)).toEqual(['Mia', 'Leo']);
  });

  test('warns of a number that stands there already, however it is written', async () => {
    const page = await open(PREVIEW);
    await add(page).click();
    await page.getByLabel('Mobile of person 2').fill('+61 491 570 156');
    await page.getByText('Person 1 has this number too and would get two cards.').waitFor();
    await page.getByLabel('Mobile of person 2').fill('0491570157');
    await expect.poll(() => page.getByText('has this number too').count()).toBe(0);
  });

  test('ends at twenty people', async () => {
    const page = await open(PREVIEW);
    for (let people = 1; people < 20; people += 1) await add(page).click();
    await page.getByText('That is 20 people, as many as can be sent in one go.').waitFor();
    expect(await add(page).count()).toBe(0);
    expect(await page.getByRole('group', { name: /^Person \d+$/ }).count()).toBe(19);
  });
});

describe('the phone’s contacts', () => {
  test('are not offered where the browser has none', async () => {
    const page = await open(ADD);
    await page.getByLabel("Recipient's firstname").waitFor();
    expect(await page.getByRole('button', { name: /contact/i }).count()).toBe(0);
  });

  test('fill in the recipient', async () => {
    const page = await enterWithContacts([{ name: ['Mary Jane Watson'], tel: ['(02) 9999 0000', '0491 570 110'] }]);
    await page.goto(ADD);
    await page.getByRole('button', { name: 'Choose a contact' }).click();
    await expect.poll(() => page.getByLabel("Recipient's firstname").inputValue()).toBe('Mary');
    expect(await page.getByLabel("Recipient's lastname").inputValue()).toBe('Jane Watson');
    expect(await page.getByLabel("Recipient's mobile").inputValue()).toBe('0491570110');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'contactSelections'))).toEqual([
      [['name', 'tel'], { multiple: false }],
    ]);
  });

  test('fill in several more people at once; nobody picked changes nothing', async () => {
    const recipients = ['Leo Hart', 'Ida Moss'].map((name, at) => ({ name: [name], tel: [`049157015${at + 7}`] }));
    const page = await enterWithContacts(recipients);
    await page.goto(PREVIEW);
    await page.getByRole('button', { name: 'Choose from your contacts' }).click();
    await page.getByLabel('Firstname of person 3').waitFor();
    expect(await page.getByLabel('Lastname of person 2').inputValue()).toBe('Hart');
    expect(await page.getByLabel('Mobile of person 3').inputValue()).toBe('0491570158');
    const empty = await enterWithContacts([]);
    await empty.goto(ADD);
    await empty.getByRole('button', { name: 'Choose a contact' }).click();
    await expect.poll(() => empty.getByLabel("Recipient's firstname").inputValue()).toBe('Mia');
  });
});

describe('drafts', () => {
  /** The tab is closed and the shop opened in another. */
  async function comeBack(page: Page, path: string): Promise<Page> {
    const next = await page.context().newPage();
    await page.close({ runBeforeUnload: true });
    await next.goto(path);
    return next;
  }

  test('bring back the recipient as typed, without counting as the card’s', async () => {
    const page = await open(ADD);
    await page.getByLabel("Recipient's firstname").fill('Zo');
    await page.getByLabel('Image message to the recipient').fill('');
    const next = await comeBack(page, ADD);
    await expect.poll(() => next.getByLabel("Recipient's firstname").inputValue()).toBe('Zo');
    expect(await next.getByLabel('Image message to the recipient').inputValue()).toBe('');
    expect((await storedCards(next))[0]).toMatchObject({ recipient_firstname: 'Mia' });
  });

  test('bring back the time, the wrapping looked at and the people', async () => {
    const page = await open(SCHEDULE);
    await page.getByLabel('Where is your friend?').selectOption('Australia/Perth');
    await page.getByRole('spinbutton', { name: 'Hour' }).fill('17');
    let next = await comeBack(page, SCHEDULE);
    await expect.poll(() => next.getByRole('spinbutton', { name: 'Hour' }).inputValue()).toBe('17');
    expect(await next.getByLabel('Where is your friend?').inputValue()).toBe('Australia/Perth');

    await next.goto(TEMPLATES);
    await next
      .getByRole('button', { name: /^Show / })
      .nth(2)
      .click();
    await expect.poll(() => drafts(next)).toContain('template');
    next = await comeBack(next, TEMPLATES);
    await expect
      .poll(() =>
        next
          .getByRole('button', { name: /^Show / })
          .nth(2)
          .getAttribute('aria-current'),
      )
      .toBe('true');

    await next.goto(PREVIEW);
    await add(next).click();
    await next.getByLabel('Firstname of person 2').fill('Leo');
    next = await comeBack(next, PREVIEW);
    await expect.poll(() => next.getByLabel('Firstname of person 2').inputValue()).toBe('Leo');
  });

  test('are gone for whoever comes next after a sign-out [ST-010]', async () => {
    const leaving = await customerOf(shop.server(), '+61412300077');
    const page = await shop.open(ADD, { as: leaving, giftCards: { [KEY]: completeCard } });
    await page.getByLabel("Recipient's firstname").fill('Secret');
    await expect.poll(() => drafts(page)).toContain('Secret');
    await openAccountTab(page);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL('**/browse');
    await page.waitForTimeout(500);
    const left = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(left).not.toContain('Secret');
    expect(left).not.toContain('Mia');
  });
});

describe('the wrappings', () => {
  const current = (page: Page) =>
    page
      .getByRole('button', { name: /^Show / })
      .evaluateAll((dots) => dots.findIndex((dot) => dot.getAttribute('aria-current') === 'true'));

  test('turn by keys, dots and a tap on the next one, with the recipient’s words on each and nothing moving below', async () => {
    const page = await open(TEMPLATES, { recipient_message: 'For a better shelf' });
    const slides = page.locator('[aria-roledescription=slide]');
    await slides.first().waitFor();
    const pictures = page.getByRole('img', { name: /^Picture message .*For Mia\. For a better shelf/ });
    expect(await pictures.count()).toBe(await slides.count());
    const dots = page.getByRole('button', { name: /^Show / }).first();
    const top = () => dots.evaluate((dot) => dot.getBoundingClientRect().top + scrollY);
    const place = await top();
    await page.getByRole('list', { name: /arrow keys/ }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => current(page)).toBe(1);
    await page.keyboard.press('End');
    await expect.poll(() => current(page)).toBe((await slides.count()) - 1);
    await page.keyboard.press('Home');
    await expect.poll(() => current(page)).toBe(0);
    await slides
      .nth(1)
      .getByRole('img')
      .click({ position: { x: 5, y: 100 } });
    await expect.poll(() => current(page)).toBe(1);
    await page
      .getByRole('button', { name: /^Show / })
      .nth(2)
      .click();
    await expect.poll(() => current(page)).toBe(2);
    await page.locator('[aria-roledescription=carousel] [aria-live]', { hasText: /, 3 of \d+$/ }).waitFor();
    expect(await top()).toBe(place);
    await page.getByRole('button', { name: 'Change the words' }).click();
    await page.getByLabel('Image message to the recipient').fill('For the best shelf');
    await page
      .getByRole('img', { name: /For the best shelf/ })
      .nth(1)
      .waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue', exact: true }).nth(2).click();
    await page.waitForURL('**/giftcard/schedule/**');
    expect((await storedCards(page))[0]).toMatchObject({ recipient_message: 'For the best shelf' });
  });
});
