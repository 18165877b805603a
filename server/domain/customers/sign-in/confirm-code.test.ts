import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { purgeMessages } from '#server/platform/messaging/purge-messages.ts';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { proveMobile, readNewestCode, signUp } from '#test/support/sign-in.ts';
import { stopClock } from '#test/support/stopped-clock.ts';
import { issueCampaignLink } from '../campaigns/links.ts';
import { signCampaignLink } from './campaign-link.ts';
import { purgeSignIns } from './purge-sign-ins.ts';

const SEND = 'POST mobiledigital/sendmobilecode';
const CONFIRM = 'POST mobiledigital/confirmmobilecode';
const ANN = '+61412345678';
const GONE = {
  status: false,
  input_validation: { mobile_code: 'This code no longer works. Please ask for a new one.' },
  codes: { mobile_code: 'code_expired' },
};

describe.each(databaseKinds())('confirming a code (%s)', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await openTestShop(kind, { change: stopClock });
  });
  afterEach(() => shop.close());

  const send = async (mobile = ANN): Promise<string> => {
    await shop.send(SEND, { body: { mobile } });
    return readNewestCode(shop, mobile);
  };
  const otherThan = (code: string, n = 1): string => String((Number(code) + n) % 1_000_000).padStart(6, '0');

  it('returns status and a 15-minute jwt for a correct code [CA-12, CA-13]', async () => {
    const code = await send();
    const request = { mobile: '0412345678', code: ` ${code} `, expired: false, expired_jwt: '', r_token: '' };
    const { body } = await shop.send(CONFIRM, { body: request });
    expect(body).toEqual({ status: true, jwt: expect.any(String) });
    const claims = decodeJwt(body.jwt as string);
    expect(claims).toMatchObject({ typ: 'sign-in', mobile: ANN, iat: shop.context.clock.ms() / 1_000 });
    expect((claims.exp as number) - (claims.iat as number)).toBe(900);
  });

  it('reports a blank code and an invalid mobile number at their fields [VA-04, VA-05]', async () => {
    expect((await shop.send(CONFIRM, { body: { mobile: ANN, code: '  ' } })).body).toEqual({
      status: false,
      input_validation: { mobile_code: 'Please enter a valid code' },
      codes: { mobile_code: 'code_invalid' },
    });
    expect((await shop.send(CONFIRM, { body: { mobile: 'x', code: '123456' } })).body).toEqual({
      status: false,
      input_validation: { mobile: 'Please enter a valid mobile' },
      codes: { mobile: 'mobile_invalid' },
    });
  });

  it('accepts a code written in the digits of another script', async () => {
    const arabic = (await send()).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? digit);
    expect((await shop.send(CONFIRM, { body: { mobile: ANN, code: arabic } })).body).toMatchObject({ status: true });
  });

  it('reports the remaining tries after a wrong code, and rejects the correct code after five wrong ones', async () => {
    const code = await send();
    const messages = [];
    const figures = [];
    for (let n = 1; n <= 5; n += 1) {
      const { body } = await shop.send(CONFIRM, { body: { mobile: ANN, code: otherThan(code, n) } });
      messages.push((body.input_validation as Record<string, string>).mobile_code);
      figures.push([body.codes, body.parameters]);
    }
    expect(figures[0]).toEqual([{ mobile_code: 'code_wrong' }, { mobile_code: { tries: 4 } }]);
    expect(figures[4]).toEqual([{ mobile_code: 'code_wrong_last_try' }, undefined]);
    expect(messages[0]).toBe('That code is not right. You have 4 tries left.');
    expect(messages[3]).toBe('That code is not right. You have 1 try left.');
    expect(messages[4]).toBe('That code is not right, and it was the last try. Please ask for a new code.');
    expect((await shop.send(CONFIRM, { body: { mobile: ANN, code } })).body).toEqual(GONE);
  });

  it('checks at most five of 20 parallel wrong guesses', async () => {
    const code = await send();
    const guesses = Array.from({ length: 20 }, (_, n) =>
      shop.send(CONFIRM, { body: { mobile: ANN, code: otherThan(code, n + 1) } }),
    );
    const answers = await Promise.all(guesses);
    const judged = answers.filter(({ body }) => JSON.stringify(body).includes('That code is not right'));
    expect(judged).toHaveLength(5);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await shop.stored.one('signInCodes')).tries).toBe(5);
    expect((await shop.send(CONFIRM, { body: { mobile: ANN, code } })).body).toEqual(GONE);
  });

  it('accepts a code only once, even when it is sent 20 times in parallel', async () => {
    const code = await send();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.send(CONFIRM, { body: { mobile: ANN, code } })),
    );
    expect(answers.filter(({ body }) => body.status === true)).toHaveLength(1);
    expect(await shop.stored.count('phoneVerifications')).toBe(1);
    expect((await shop.send(CONFIRM, { body: { mobile: ANN, code } })).body).toEqual(GONE);
  });

  it('accepts only the newest code, and only for its own mobile number', async () => {
    const first = await send();
    shop.wait(30_000);
    const second = await send();
    const otherCode = await send('+61412345679');
    if (first !== second) {
      const { body } = await shop.send(CONFIRM, { body: { mobile: ANN, code: first } });
      expect(body).toMatchObject({
        status: false,
        input_validation: { mobile_code: expect.stringContaining('not right') },
      });
    }
    if (otherCode !== second)
      expect((await shop.send(CONFIRM, { body: { mobile: ANN, code: otherCode } })).body.status).toBe(false);
    expect((await shop.send(CONFIRM, { body: { mobile: ANN, code: second } })).body.status).toBe(true);
  });

  it('accepts a code for exactly five minutes', async () => {
    const early = await send();
    shop.wait(299_000);
    expect((await shop.send(CONFIRM, { body: { mobile: ANN, code: early } })).body.status).toBe(true);
    const late = await send();
    shop.wait(300_000);
    expect((await shop.send(CONFIRM, { body: { mobile: ANN, code: late } })).body).toEqual(GONE);
  });

  it('keeps the campaign and product of an expired link that belongs to the same mobile number', async () => {
    const link = { campaignId: 'spring', productId: '7', lifeMs: 60_000 };
    const ownLink = await issueCampaignLink(shop.context, { mobile: ANN, actor: machine, ...link });
    const foreign = await issueCampaignLink(shop.context, { mobile: '+61499999999', actor: machine, ...link });
    const unknown = await signCampaignLink(shop.context, { mobile: ANN, ...link });
    const forged = `${ownLink.slice(0, -4)}AAAA`;
    const carried = [];
    for (const expired_jwt of [ownLink, foreign, unknown, forged, 'nonsense']) {
      shop.wait(120_000);
      const { body } = await shop.send(CONFIRM, {
        body: { mobile: ANN, code: await send(), expired: true, expired_jwt },
      });
      const { campaign_id, product_id } = decodeJwt(body.jwt as string);
      carried.push([campaign_id, product_id]);
    }
    expect(carried).toEqual([
      ['spring', '7'],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('purges all codes, verifications, sessions and messages after 31 days', async () => {
    await signUp(shop, ANN);
    const tables = ['signInCodes', 'phoneVerifications', 'sessions', 'messages'] as const;
    const counts = () => Promise.all(tables.map((table) => shop.stored.count(table)));
    // Runs the purges in sequence: deleting a code changes its message, and a concurrent purge skips changed messages.
    const purge = async () => {
      await purgeSignIns(shop.context);
      await purgeMessages(shop.context);
    };
    await purge();
    expect(await counts()).toEqual([1, 1, 1, 1]);
    shop.wait(31 * 86_400_000);
    await purge();
    expect(await counts()).toEqual([0, 0, 0, 0]);
    await proveMobile(shop, ANN);
  });
});
