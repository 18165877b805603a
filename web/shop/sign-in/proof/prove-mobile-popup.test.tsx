import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openCheckout, PAY } from '#test/web/checkout-screen.ts';
import { refuse } from '#test/web/watch-calls.ts';

const SEND = 'POST mobiledigital/sendmobilecode';
const CONFIRM = 'POST mobiledigital/confirmmobilecode';

describe('paying with a saved card in a link session', () => {
  const open = (sendAnswer: object = { status: true }) => {
    let isProved = false;
    return openCheckout({
      answers: {
        [PAY]: () => (isProved ? 77 : refuse(400, { code: 'code_required', message: 'x' })()),
        [SEND]: sendAnswer,
        'POST mobiledigital/auth': { status: true, existing_user: true, mobile: '+61412345678', token: 'anew' },
        [CONFIRM]: ({ body }: { body: { code: string } }) => {
          isProved = body.code === '123456';
          return isProved
            ? { status: true, jwt: 'proof' }
            : { status: false, codes: { mobile_code: 'code_wrong' }, parameters: { mobile_code: { tries: 4 } } };
        },
      },
    });
  };

  it('sends a code, asks for it inline, and pays once the code is right', async () => {
    const { confirm, see, field, user, thanked, bodies, count } = await open();
    await confirm();
    await see('Is it you?');
    await see('0412 345 678');
    await waitFor(() => expect(count(SEND)).toBe(1));
    await user.type(field('Enter Code'), '111111');
    await see('That code is not right. You have 4 tries left.');
    await user.clear(field('Enter Code'));
    await user.type(field('Enter Code'), '123456');
    await thanked();
    expect(count(PAY)).toBe(2);
    expect(count(SEND)).toBe(1);
    expect(bodies(CONFIRM).at(-1)).toMatchObject({ mobile: '+61412345678', code: '123456' });
  });

  it('sends neither an incomplete code nor one that was already rejected', async () => {
    const { confirm, see, field, user, tap, count, text } = await open();
    await confirm();
    await see('Is it you?');
    await waitFor(() => expect(count(SEND)).toBe(1));
    await user.type(field('Enter Code'), '111');
    await tap('Confirm Code');
    await see('Please enter a valid code');
    expect(count(CONFIRM)).toBe(0);
    await user.type(field('Enter Code'), '111');
    await see('That code is not right. You have 4 tries left.');
    await tap('Confirm Code');
    await user.type(field('Enter Code'), '{Backspace}1');
    expect(text()).toContain('That code is not right. You have 4 tries left.');
    expect(count(CONFIRM)).toBe(1);
  });

  it('explains why nothing was paid when the popup is closed, and asks for a code again on the next tap', async () => {
    const { confirm, see, user, settled, count, page } = await open();
    await confirm();
    await see('Is it you?');
    await user.keyboard('{Escape}');
    await see('first confirm the code we text you');
    await settled();
    expect(count(PAY)).toBe(1);
    await confirm();
    await waitFor(() => expect(page.getByText('Is it you?')).toBeTruthy());
  });

  const mustWait = (seconds: number) => {
    const codes = { mobile: 'wait_before_next_code' };
    return { status: false, codes, parameters: { mobile: { seconds } }, retry_after: seconds };
  };

  it('shows the remaining wait, and no error, when reopened shortly after a code was sent', async () => {
    const { confirm, see, page } = await open(mustWait(10));
    await confirm();
    await see('Send again in 10 seconds');
    await see('Sent to');
    expect(page.queryByText(/^Please wait/)).toBeNull();
  });

  it('shows a long wait for another code in minutes, and offers alternatives', async () => {
    const { confirm, see, page } = await open(mustWait(1_964));
    await confirm();
    await see('Please wait 33 minutes before asking for another code.');
    await see('Send again in 33 minutes');
    await see('enter a card');
    expect(page.queryByText(/^Sent to/)).toBeNull();
  });
});
