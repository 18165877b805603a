import { waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { errorAnswer, offline, slow } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop, readFieldError } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';
import { useSession } from '../session/session.ts';
import { clearVerifiedMobile, saveVerifiedMobile } from '../session/verified-mobile.ts';

const SEND = 'POST mobiledigital/sendmobilecode';
const CONFIRM = 'POST mobiledigital/confirmmobilecode';

async function openPopupWith(story: Partial<Story> = {}) {
  const shop = await openShop({ url: '/privacy', popup: { kind: 'sign-in' }, shows: 'Send Mobile Code', ...story });
  const mobile = () => shop.page.getByLabelText<HTMLInputElement>('Your mobile');
  const code = () => shop.page.getByLabelText<HTMLInputElement>('Enter Code');
  return { ...shop, mobile, code };
}

const openAtCode = (story: Partial<Story>) =>
  openPopupWith({
    popup: { kind: 'sign-in', step: 'code', mobile: '+61412345678' },
    shows: 'Confirm Mobile Code',
    ...story,
  });

it('asks for the mobile number, then for the code [SI-05, SI-06, SI-07, SI-08, SI-09, SI-10]', async () => {
  const { page, user } = await openPopupWith({ answers: { [SEND]: { status: true } } });
  const popup = within(page.getByRole('dialog'));
  expect(popup.getByRole('heading', { name: 'Send Mobile Code' })).toBeTruthy();
  expect(popup.getByRole<HTMLButtonElement>('button', { name: 'Send Code' }).disabled).toBe(false);
  expect(popup.queryByLabelText('Enter Code')).toBeNull();
  await user.type(popup.getByLabelText('Your mobile'), '0412345678');
  await user.click(popup.getByRole('button', { name: 'Send Code' }));
  const code = await popup.findByLabelText<HTMLInputElement>('Enter Code');
  expect(popup.getByRole('heading', { name: 'Confirm Mobile Code' })).toBeTruthy();
  expect(popup.getByRole<HTMLButtonElement>('button', { name: 'Confirm Code' }).disabled).toBe(false);
  expect(popup.queryByText('Send Mobile Code')).toBeNull();
  await user.type(code, '12');
  expect(code.value).toBe('12');
});

describe('step 1, the mobile number', () => {
  const tooLight = { status: false, codes: { mobile: 'not_a_person' as const } };
  it('sends a harder proof of work when the server rejects the first as too easy', async () => {
    let requestCount = 0;
    const answers = { [SEND]: () => (++requestCount === 1 ? tooLight : { status: true }) };
    const { mobile, user, page } = await openPopupWith({ answers });
    await user.type(mobile(), '0412345678{Enter}');
    await page.findByLabelText('Enter Code');
    expect(requestCount).toBe(2);
  });

  it('retries the proof of work only once, then shows the error', async () => {
    const { mobile, user, bodies } = await openPopupWith({ answers: { [SEND]: tooLight } });
    await user.type(mobile(), '0412345678{Enter}');
    await waitFor(() =>
      expect(readFieldError(mobile())).toBe('We could not check that you are a person. Please try again.'),
    );
    expect(bodies(SEND)).toHaveLength(2);
  });

  it.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['words', 'call me'],
    ['letters among the digits', '04a2'],
    ['a lone plus sign', '+'],
    ['a plus sign inside the number', '04+12345678'],
  ])('rejects %s as a mobile number and sends nothing [VA-01]', async (_what, typed) => {
    const { mobile, user, page, sent } = await openPopupWith();
    if (typed) await user.type(mobile(), typed);
    await user.click(page.getByText('Send Code'));
    expect(readFieldError(mobile())).toBe('Please enter a valid mobile');
    await waitFor(() => expect(document.activeElement).toBe(mobile()));
    expect(sent).toEqual([]);
  });

  it.each([
    ['with spaces', '0412 345 678', '0412345678'],
    ['with a plus sign', '+61412345678', '+61412345678'],
    ['pasted with brackets and dashes', '(0412) 345-678', '0412345678'],
    ['copied from a contact list', '\u202d0412\u00a0345\u2011678\u202c', '0412345678'],
  ])('sends a mobile number %s as digits and asks for the code sent to it [VA-03]', async (_how, typed, sentMobile) => {
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

  it("clears the mobile number's error on typing", async () => {
    const { mobile, user, page } = await openPopupWith();
    await user.click(page.getByText('Send Code'));
    expect(readFieldError(mobile())).not.toBe('');
    await user.type(mobile(), '0');
    expect(readFieldError(mobile())).toBe('');
  });

  it('sends only one code despite a double tap plus Enter', async () => {
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

  it.each([
    ['by the key mobile', { mobile: 'Try another number' }],
    ['by the key mobile_code', { mobile_code: 'Try another number' }],
  ])(
    'shows an error that the server names %s under the mobile number [VA-05, ER-22]',
    async (_key, input_validation) => {
      const { mobile, user, page } = await openPopupWith({ answers: { [SEND]: { status: false, input_validation } } });
      await user.type(mobile(), '0412345678{Enter}');
      await waitFor(() => expect(readFieldError(mobile())).toBe('Try another number'));
      expect(page.queryByLabelText('Enter Code')).toBeNull();
    },
  );

  it.each([
    ['without a connection', offline, 'No connection'],
    ['after a server error', errorAnswer(503, 'The kitchen is closed'), 'The kitchen is closed'],
  ])('%s, shows the error and enables the Send Code button again', async (_when, reply, words) => {
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

  it('continues the registration of a just confirmed number without asking for another code', async () => {
    const verified = { mobile: '+61499000111', jwt: 'proof', campaign_id: '', product_id: '' };
    const { user, page, bodies } = await openPopupWith({
      session: { mobile: verified.mobile },
      before: () => saveVerifiedMobile(verified),
    });
    await user.click(page.getByText('Send Code'));
    expect(await page.findByText('Nice to meet you')).toBeTruthy();
    expect(bodies(SEND)).toEqual([]);
    expect(useSession.getState()).toMatchObject({ ...verified, new_user: true });
    clearVerifiedMobile();
  });

  it('prefills the mobile number of the session', async () => {
    const { mobile } = await openPopupWith({ session: { mobile: '+61499000111' } });
    expect(mobile().value).toBe('0499000111');
  });
});

describe('step 2, the code', () => {
  it.each([
    ['nothing', ''],
    ['spaces', '    '],
    ['letters', 'abcdef'],
    ['three digits', '123'],
  ])('rejects %s as a code and sends nothing [VA-04]', async (_what, typed) => {
    const { code, user, page, bodies } = await openAtCode({});
    if (typed) await user.type(code(), typed);
    await user.click(page.getByText('Confirm Code'));
    expect(readFieldError(code())).toBe('Please enter a valid code');
    await waitFor(() => expect(document.activeElement).toBe(code()));
    expect(bodies(CONFIRM)).toEqual([]);
  });

  it('sends the code once when its sixth digit is typed, ignoring spaces', async () => {
    const shop = await openAtCode({});
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

  it.each([
    ['code', { code: 'That is not it' }],
    ['mobile_code', { mobile_code: 'That is not it' }],
  ])(
    'shows an error that the server names %s under the code and selects the code [VA-05, ER-22]',
    async (_key, input_validation) => {
      const { code, user, page, bodies } = await openAtCode({
        answers: { [CONFIRM]: { status: false, input_validation } },
      });
      await user.type(code(), '123456');
      await page.findByText('That is not it');
      expect(readFieldError(code())).toBe('That is not it');
      expect([code().selectionStart, code().selectionEnd]).toEqual([0, 6]);
      expect(bodies(CONFIRM)).toHaveLength(1);
    },
  );

  it('does not send a rejected code again, which would use up a try, but sends a different code', async () => {
    const wrong = { status: false, codes: { mobile_code: 'code_wrong' }, parameters: { mobile_code: { tries: 4 } } };
    const { code, user, page, bodies } = await openAtCode({ answers: { [CONFIRM]: wrong as never } });
    await user.type(code(), '123456');
    const message = 'That code is not right. You have 4 tries left.';
    await waitFor(() => expect(readFieldError(code())).toBe(message));
    await user.click(page.getByText('Confirm Code'));
    await user.type(code(), '{Backspace}6');
    expect(readFieldError(code())).toBe(message);
    expect(bodies(CONFIRM)).toHaveLength(1);
    await user.type(code(), '{Backspace}7');
    await waitFor(() => expect(bodies(CONFIRM)).toHaveLength(2));
  });

  it('allows the same code again when the CAPTCHA failed', async () => {
    const answer = { status: false, codes: { mobile_code: 'not_a_person' } };
    const { code, user, page, bodies } = await openAtCode({ answers: { [CONFIRM]: answer as never } });
    await user.type(code(), '123456');
    await waitFor(() => expect(readFieldError(code())).not.toBe(''));
    await user.click(page.getByText('Confirm Code'));
    await waitFor(() => expect(bodies(CONFIRM)).toHaveLength(2));
  });

  it('confirms the code of an expired link with that link’s token', async () => {
    const { code, user, bodies } = await openAtCode({
      session: { jwt: 'old-link' },
      popup: { kind: 'sign-in', step: 'code', mobile: '+61412345678', expired: true },
      answers: { [CONFIRM]: slow },
    });
    await user.type(code(), '654321');
    expect(bodies(CONFIRM)).toMatchObject([{ expired: true, expired_jwt: 'old-link', code: '654321' }]);
  });

  it('returns to the number on Change, and sends a new code only if the number was changed', async () => {
    const { mobile, user, page, bodies } = await openAtCode({ answers: { [SEND]: { status: true } } });
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

  it('shows the server’s message when another code is requested too early', async () => {
    const { user, page, mobile } = await openAtCode({
      answers: { [SEND]: { status: false, input_validation: { mobile: 'Not yet' }, retry_after: 90 } },
    });
    await user.click(page.getByText('Change'));
    await user.clear(mobile());
    await user.type(mobile(), '0499000111{Enter}');
    expect(await page.findByText('Not yet')).toBeTruthy();
  });
});

it('returns focus to the opener when the sign-in popup closes', async () => {
  const { page, user } = await openShop({ url: '/browse' });
  const opener = page.getByLabelText('Cart');
  await user.click(opener);
  const field = await page.findByLabelText('Your mobile');
  expect(document.activeElement).toBe(field);
  await user.click(page.getByLabelText('Close'));
  expect(page.queryByLabelText('Your mobile')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('opens the cart instead of the sign-in popup for a signed-in customer', async () => {
  const { page, user } = await openShop({ url: '/privacy', session: signedInCustomer() });
  await user.click(page.getByLabelText('Cart'));
  expect(await page.findByText('Cart is empty')).toBeTruthy();
  expect(page.queryByLabelText('Your mobile')).toBeNull();
});
