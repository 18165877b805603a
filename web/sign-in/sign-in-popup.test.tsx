import { waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { errorAnswer, offline, slow } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { errorAt, openShop } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';
import { useSession } from '../session/session.ts';

const SEND = 'POST mobiledigital/sendmobilecode';
const CONFIRM = 'POST mobiledigital/confirmmobilecode';
const AUTH = 'POST mobiledigital/auth';

async function openPopupWith(story: Partial<Story> = {}) {
  const shop = await openShop({ at: '/privacy', popup: { kind: 'sign-in' }, shows: 'Send Mobile Code', ...story });
  const mobile = () => shop.page.getByLabelText<HTMLInputElement>('Your mobile');
  const code = () => shop.page.getByLabelText<HTMLInputElement>('Enter Code');
  return { ...shop, mobile, code };
}

const atCode = (story: Partial<Story>) =>
  openPopupWith({
    popup: { kind: 'sign-in', step: 'code', mobile: '+61412345678' },
    shows: 'Confirm Mobile Code',
    ...story,
  });

describe('step 1, the mobile', () => {
  const tooLight = { status: false, codes: { mobile: 'not_a_person' as const } };
  test('a proof that is too light for this number is followed by a heavier one', async () => {
    let asked = 0;
    const answers = { [SEND]: () => (++asked === 1 ? tooLight : { status: true }) };
    const { mobile, user, page } = await openPopupWith({ answers });
    await user.type(mobile(), '0412345678{Enter}');
    await page.findByLabelText('Enter Code');
    expect(asked).toBe(2);
  });

  test('that is tried once, and then said', async () => {
    const { mobile, user, bodies } = await openPopupWith({ answers: { [SEND]: tooLight } });
    await user.type(mobile(), '0412345678{Enter}');
    await waitFor(() => expect(errorAt(mobile())).toBe('We could not check that you are a person. Please try again.'));
    expect(bodies(SEND)).toHaveLength(2);
  });

  test.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['words', 'call me'],
    ['letters among the digits', '04a2'],
    ['a plus alone', '+'],
    ['a plus inside', '04+12345678'],
  ])('%s is rejected under the field, and nothing is sent', async (_what, typed) => {
    const { mobile, user, page, sent } = await openPopupWith();
    if (typed) await user.type(mobile(), typed);
    await user.click(page.getByText('Send Code'));
    expect(errorAt(mobile())).toBe('Please enter a valid mobile');
    await waitFor(() => expect(document.activeElement).toBe(mobile()));
    expect(sent).toEqual([]);
  });

  test.each([
    ['as people write it', '0412 345 678', '0412345678'],
    ['with a plus', '+61412345678', '+61412345678'],
    ['pasted with brackets and dashes', '(0412) 345-678', '0412345678'],
    ['copied from a list of contacts', '\u202d0412\u00a0345\u2011678\u202c', '0412345678'],
  ])('a mobile %s is sent as digits and its code asked for', async (_how, typed, sentMobile) => {
    const { mobile, code, user, page, bodies } = await openPopupWith({ answers: { [SEND]: { status: true } } });
    await user.click(mobile());
    await user.paste(typed);
    await user.keyboard('{Enter}');
    await page.findByLabelText('Enter Code');
    expect(bodies(SEND)).toEqual([{ mobile: sentMobile, r_token: '' }]);
    expect(document.activeElement).toBe(code());
    expect(page.getByText('0412 345 678')).toBeTruthy();
    expect(page.getByText(/Send again in \d+ seconds/)).toBeTruthy();
  });

  test('an error goes away as soon as something is typed', async () => {
    const { mobile, user, page } = await openPopupWith();
    await user.click(page.getByText('Send Code'));
    expect(errorAt(mobile())).not.toBe('');
    await user.type(mobile(), '0');
    expect(errorAt(mobile())).toBe('');
  });

  test('a second tap and Enter send nothing while the first is under way', async () => {
    const shop = await openPopupWith();
    const { mobile, user, page } = shop;
    await user.type(mobile(), '0412345678');
    await expectSentOnce(shop, SEND, {
      answer: { status: true },
      taps: async () => {
        await user.dblClick(page.getByText('Send Code'));
        await user.type(mobile(), '{Enter}');
        expect(page.getByText('Send Code').closest('button')?.getAttribute('aria-busy')).toBe('true');
      },
      shows: 'Confirm Mobile Code',
    });
  });

  test.each([
    ['by its key', { mobile: 'Try another number' }],
    ['by another key', { mobile_code: 'Try another number' }],
  ])('words of the server %s stand in the popup', async (_key, input_validation) => {
    const { mobile, user, page } = await openPopupWith({ answers: { [SEND]: { status: false, input_validation } } });
    await user.type(mobile(), '0412345678{Enter}');
    expect(await page.findByText('Try another number')).toBeTruthy();
    expect(page.queryByLabelText('Enter Code')).toBeNull();
  });

  test.each([
    ['without a connection', offline, 'No connection'],
    ['after an error of the server', errorAnswer(503, 'The kitchen is closed'), 'The kitchen is closed'],
  ])('%s it is said, and the button works again', async (_when, reply, words) => {
    const answer = vi.fn().mockReturnValueOnce(reply).mockReturnValue({ status: true });
    const { mobile, user, page, bodies } = await openPopupWith({ answers: { [SEND]: answer } });
    await user.type(mobile(), '0412345678{Enter}');
    await page.findByText(words);
    expect(bodies(SEND)).toHaveLength(1);
    if (reply === offline) {
      await user.keyboard('{Escape}');
      await user.click(page.getByText('Send Code'));
      expect(await page.findByLabelText('Enter Code')).toBeTruthy();
      expect(bodies(SEND)).toHaveLength(2);
    }
  });

  test('the number of the session stands in the field', async () => {
    const { mobile } = await openPopupWith({ session: { mobile: '+61499000111' } });
    expect(mobile().value).toBe('0499000111');
  });
});

describe('step 2, the code', () => {
  test.each([
    ['nothing', ''],
    ['spaces', '    '],
    ['letters', 'abcdef'],
  ])('%s is rejected under the field, and nothing is sent', async (_what, typed) => {
    const { code, user, page, bodies } = await atCode({});
    if (typed) await user.type(code(), typed);
    await user.click(page.getByText('Confirm Code'));
    expect(errorAt(code())).toBe('Please enter a valid code');
    await waitFor(() => expect(document.activeElement).toBe(code()));
    expect(bodies(CONFIRM)).toEqual([]);
  });

  test('the sixth digit sends the code, once; spaces of the message do not count', async () => {
    const shop = await atCode({});
    const { code, user, page } = shop;
    await expectSentOnce(shop, CONFIRM, {
      answer: { status: false, input_validation: { code: 'That is not it' } },
      taps: async () => {
        await user.click(code());
        await user.paste('12 34 56');
        await user.dblClick(page.getByText('Confirm Code'));
        await user.type(code(), '{Enter}{Backspace}7');
      },
      shows: 'That is not it',
    });
    expect(shop.bodies(CONFIRM)).toEqual([
      { mobile: '+61412345678', code: '123456', expired: false, expired_jwt: '', r_token: '' },
    ]);
  });

  test.each([
    ['code', { code: 'That is not it' }],
    ['mobile_code', { mobile_code: 'That is not it' }],
  ])('a rejected code (%s) is selected, so that the next digit begins a new one', async (_key, input_validation) => {
    const { code, user, page, bodies } = await atCode({ answers: { [CONFIRM]: { status: false, input_validation } } });
    await user.type(code(), '123456');
    await page.findByText('That is not it');
    expect(errorAt(code())).toBe('That is not it');
    expect([code().selectionStart, code().selectionEnd]).toEqual([0, 6]);
    expect(bodies(CONFIRM)).toHaveLength(1);
  });

  test('the code of an expired link is confirmed with the token of the link', async () => {
    const { code, user, bodies } = await atCode({
      session: { jwt: 'old-link' },
      popup: { kind: 'sign-in', step: 'code', mobile: '+61412345678', expired: true },
      answers: { [CONFIRM]: slow },
    });
    await user.type(code(), '654321');
    expect(bodies(CONFIRM)).toMatchObject([{ expired: true, expired_jwt: 'old-link', code: '654321' }]);
  });

  test('Change goes back to the number; the same number comes straight back to its code, another asks for one', async () => {
    const { mobile, user, page, bodies } = await atCode({ answers: { [SEND]: { status: true } } });
    await user.click(page.getByText('Change'));
    expect(mobile().value).toBe('+61412345678');
    await user.click(page.getByText('Send Code'));
    await page.findByLabelText('Enter Code');
    expect(bodies(SEND)).toEqual([]);
    await user.click(page.getByText('Change'));
    await user.clear(mobile());
    await user.type(mobile(), '0499000111{Enter}');
    await page.findByText('0499 000 111');
    expect(bodies(SEND)).toMatchObject([{ mobile: '0499000111' }]);
  });

  test('the wait that the server names is shown with its words', async () => {
    const { user, page, mobile } = await atCode({
      answers: { [SEND]: { status: false, input_validation: { mobile: 'Not yet' }, retry_after: 90 } },
    });
    await user.click(page.getByText('Change'));
    await user.clear(mobile());
    await user.type(mobile(), '0499000111{Enter}');
    expect(await page.findByText('Not yet')).toBeTruthy();
  });
});

describe('step 3 and after', () => {
  const confirmed = { [CONFIRM]: { status: true, jwt: 'fresh' } };
  const customer = { status: true, existing_user: true, mobile: '+61412345678', token: 'bearer', token_ttl: 3_300_000 };

  async function confirmWith(auth: unknown, more: Partial<Story> = {}) {
    const shop = await atCode({ answers: { ...confirmed, [AUTH]: auth } as never, ...more });
    await shop.user.type(shop.code(), '123456');
    await shop.page.findByText('Mobile code confirmed');
    return shop;
  }

  test('closing Success goes on at once: signed in, with the token, and said', async () => {
    const { page, user, bodies } = await confirmWith(customer);
    await user.keyboard('{Escape}');
    expect(await page.findByText('You are signed in')).toBeTruthy();
    expect(bodies(AUTH)).toEqual([{ jwt: 'fresh', autologin: false }]);
    expect(useSession.getState()).toMatchObject({
      is_signed_in: true,
      token: 'bearer',
      mobile: '+61412345678',
      jwt: '',
    });
  });

  test('what the customer was about to do goes on, once, in place of the words', async () => {
    const next = vi.fn();
    const { page, user } = await confirmWith(customer, {
      popup: { kind: 'sign-in', step: 'code', mobile: '+61412345678', next },
    });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(next).toHaveBeenCalledTimes(1));
    expect(page.queryByText('You are signed in')).toBeNull();
  });

  test('a new mobile goes on to registration with its number', async () => {
    const { page, user } = await confirmWith({ status: true, new_user: true, mobile: '+61412345678' });
    await user.keyboard('{Escape}');
    expect(await page.findByText('Nice to meet you')).toBeTruthy();
    expect(useSession.getState()).toMatchObject({
      new_user: true,
      mobile: '+61412345678',
      jwt: 'fresh',
      is_signed_in: false,
    });
  });

  test('a token the server does not take is said, and nobody is signed in', async () => {
    const { page, user } = await confirmWith({ status: false });
    await user.keyboard('{Escape}');
    expect(await page.findByText('We could not sign you in. Please ask for a new code or link.')).toBeTruthy();
    expect(useSession.getState()).toMatchObject({ is_signed_in: false, autologin_error: true, jwt: '' });
  });

  test('without a connection the token is verified again by Try again, not the code', async () => {
    const auth = vi.fn().mockReturnValueOnce(offline).mockReturnValue(customer);
    const { page, user, bodies } = await confirmWith(auth);
    await page.findByText('No connection');
    await user.keyboard('{Escape}');
    await user.dblClick(await page.findByText('Try again'));
    await user.keyboard('{Escape}');
    expect(await page.findByText('You are signed in')).toBeTruthy();
    expect(bodies(AUTH)).toHaveLength(2);
    expect(bodies(CONFIRM)).toHaveLength(1);
  });
});

test('the popup gives the focus back to what opened it', async () => {
  const { page, user } = await openShop({ at: '/browse' });
  const opener = page.getByLabelText('Cart');
  await user.click(opener);
  const field = await page.findByLabelText('Your mobile');
  expect(document.activeElement).toBe(field);
  await user.click(page.getByLabelText('Close'));
  expect(page.queryByLabelText('Your mobile')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test('a signed-in customer opens the cart instead', async () => {
  const { page, user } = await openShop({ at: '/privacy', session: signedInCustomer() });
  await user.click(page.getByLabelText('Cart'));
  expect(await page.findByText('Cart is empty')).toBeTruthy();
  expect(page.queryByLabelText('Your mobile')).toBeNull();
});
