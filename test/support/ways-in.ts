import { expect } from 'vitest';
import type { PasskeyCreation, PasskeyRequest } from '#contract/passkeys.ts';
import { issueCampaignLink } from '#server/domain/customers/campaigns/links.ts';
import type { OutgoingMail } from '#server/platform/ports/mail.ts';
import { machine } from '#test/support/actors.ts';
import { createAuthenticator } from '../fakes/authenticator.ts';
import { postFrom } from './post-from.ts';
import { mailCaptureOptions, openTestShop } from './shop.ts';
import { buildRegistration, readNewestCode } from './sign-in.ts';
import type { TestBrowser } from './test-browser.ts';

export const ANN = '+61412345678';
export const EMAIL = 'u61412345678@shop.example';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How long a session is reused. Sessions expire after 55 minutes. */
const KEPT_MS = 50 * MINUTE;

export type From = { address: string; browser: TestBrowser; token?: string };
/** 'in' if the account was opened, moved or verified, otherwise the error code. */
type Outcome = string;

export type Way = {
  prepare?: () => Promise<void>;
  /** Requests a code; returns the error code, or ''. */
  ask: (from: From) => Promise<string>;
  answer: (from: From, guess: 'right' | 'wrong') => Promise<Outcome>;
  /** Where the code is sent, or null if no code is sent. */
  recipient: string | null;
  /** The number of wrong answers that a request allows, and the outcome of the right answer after them. */
  guesses: { limit: number; after: Outcome };
  /** True if the owner's known device has rate limits of its own. */
  knowsHome: boolean;
  /** The outcome of the right answer when it is given in another browser. */
  elsewhere: Outcome;
  /**
   * How many messages one network may cause for one account per hour, or null if this way sends none (docs/security.md,
   * Sign-in).
   */
  networkBudget: number | null;
  suspended: { ask: string; answer: Outcome };
};

export async function openWays(kind: Parameters<typeof openTestShop>[0], env: Record<string, string> = {}) {
  const mails: OutgoingMail[] = [];
  const mail = mailCaptureOptions(mails);
  const shop = await openTestShop(kind, { env: { ...mail.env, ...env }, change: mail.change });
  const { stored, wait } = shop;
  const { clock } = shop.context;
  const post = async (path: string, body: object, from: From) =>
    (await postFrom(shop, { path: `mobiledigital/${path}`, body, ...from })).body;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many calls
  const wrongWith = (body: any): string => {
    const [code] = Object.values((body.codes ?? {}) as Record<string, string>);
    if (body.expired_link) return 'expired_link';
    return code ?? body.code ?? (body.status === true ? '' : 'status false');
  };
  const codes = new Map<TestBrowser, string>();
  const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');

  const textCode = async (mobile: string, from: From): Promise<string> => {
    const wrong = wrongWith(await post('sendmobilecode', { mobile }, from));
    if (wrong === '') codes.set(from.browser, readNewestCode(shop, mobile));
    return wrong;
  };
  const proveMobile = async (mobile: string, from: From): Promise<string> => {
    await textCode(mobile, from);
    return (await post('confirmmobilecode', { mobile, code: codes.get(from.browser) ?? '' }, from)).jwt;
  };

  const hers: TestBrowser = {};
  const atHome: From = { address: '203.0.113.7', browser: hers };
  const jwt = await proveMobile(ANN, atHome);
  await post('createAccount', buildRegistration(ANN, { email: EMAIL }), atHome);
  const { token } = await post('auth', { jwt }, atHome);
  const sessions = new Map<TestBrowser, { token: string; until: number }>();
  const keepSession = ({ browser }: From, opened: string): void => {
    sessions.set(browser, { token: opened, until: clock.ms() + KEPT_MS });
  };
  keepSession(atHome, token);
  const presentMobile = async (): Promise<string> => (await stored.one('customers')).mobile;
  /** Returns `from` with a session. A browser without a session gets one from a forwarded link, as a stranger would. */
  const ensureSession = async (from: From): Promise<From> => {
    if (from.token) return from;
    const session = sessions.get(from.browser);
    if (session && clock.ms() < session.until) return { ...from, token: session.token };
    const link = await issueCampaignLink(shop.context, { mobile: await presentMobile(), actor: machine });
    const { token: opened } = await post('auth', { jwt: link, autologin: true }, from);
    keepSession(from, opened);
    return { ...from, token: opened };
  };
  let numbers = 0;
  /** Verifies an unused number. The code that this browser requested before stays pending. */
  const proveNewNumber = async (from: From): Promise<{ mobile: string; jwt: string }> => {
    numbers += 1;
    const mobile = `+6149157${String(numbers).padStart(4, '0')}`;
    const earlierCode = codes.get(from.browser) ?? '';
    const proved = { mobile, jwt: await proveMobile(mobile, from) };
    codes.set(from.browser, earlierCode);
    return proved;
  };
  const authenticator = createAuthenticator('http://shop.test');
  const { options } = (await post('newpasskey', {}, { ...atHome, token })) as { options: PasskeyCreation };
  await post('addpasskey', { credential: authenticator.create(options) }, { ...atHome, token });
  wait(MINUTE);

  const codeLimits = {
    guesses: { limit: 5, after: 'code_expired' },
    knowsHome: true,
    elsewhere: 'code_expired',
    networkBudget: 3,
  };
  const text: Way = {
    ask: (from) => textCode(ANN, from),
    async answer(from, guess) {
      const right = codes.get(from.browser) ?? '000000';
      const body = { mobile: ANN, code: guess === 'right' ? right : otherThan(right) };
      const confirmed = await post('confirmmobilecode', body, from);
      if (!confirmed.jwt) return wrongWith(confirmed);
      const entered = await post('auth', { jwt: confirmed.jwt }, from);
      return entered.token ? 'in' : entered.new_user ? 'new_user' : wrongWith(entered);
    },
    recipient: ANN,
    ...codeLimits,
    suspended: { ask: '', answer: 'status false' },
  };

  const byMail: Way = {
    async ask(from) {
      const before = mails.length;
      const wrong = wrongWith(await post('sendrecoverycode', { email: EMAIL }, from));
      // The call responds before the email is sent, so wait for the email.
      const onTheWay = () => stored.count('messages', { purpose: 'code', state: 'claimed' });
      await expect.poll(onTheWay, { timeout: 10_000 }).toBe(0);
      const code = /\b(\d{6})\b/.exec(mails[before]?.text ?? '')?.[1];
      if (wrong === '') codes.set(from.browser, code ?? '');
      return wrong;
    },
    async answer(from, guess) {
      const right = codes.get(from.browser) || '000000';
      const { jwt: proof } = await proveNewNumber(from);
      const body = { jwt: proof, email: EMAIL, email_code: guess === 'right' ? right : otherThan(right) };
      const moved = await post('recoveraccount', body, from);
      if (moved.status !== true) return wrongWith(moved);
      return (await post('auth', { jwt: proof }, from)).token ? 'in' : 'not in';
    },
    recipient: EMAIL,
    ...codeLimits,
    suspended: { ask: '', answer: 'code_wrong' },
  };

  const link: Way = {
    ask: async () => '',
    async answer(from, guess) {
      const linkJwt = await issueCampaignLink(shop.context, { mobile: ANN, actor: machine });
      const jwt = guess === 'right' ? linkJwt : `${linkJwt.slice(0, -4)}AAAA`;
      const entered = await post('auth', { jwt, autologin: true }, from);
      if (!entered.token) return wrongWith(entered);
      // On an unverified device, this session must not allow anything valuable.
      const removed = await post('deletesavedcard', { payment_method: 'pm' }, { ...from, token: entered.token });
      return removed.code === 'code_required' ? 'code_required' : 'in';
    },
    recipient: null,
    // Any number of guesses is safe, because signatures cannot be guessed and calls are limited per IP address.
    guesses: { limit: Number.POSITIVE_INFINITY, after: 'in' },
    knowsHome: true,
    elsewhere: 'code_required',
    networkBudget: null,
    suspended: { ask: '', answer: 'status false' },
  };

  const challenges = new Map<TestBrowser, PasskeyRequest>();
  const passkey: Way = {
    async ask(from) {
      const answer = await post('passkeychallenge', {}, from);
      if (answer.options) challenges.set(from.browser, answer.options);
      return wrongWith(answer);
    },
    async answer(from, guess) {
      const challenge = challenges.get(from.browser);
      if (!challenge) return 'nothing asked';
      const credential = authenticator.get(challenge, guess === 'right' ? {} : { origin: 'https://evil.example' });
      const entered = await post('passkeysignin', { credential }, from);
      if (!entered.token) return wrongWith(entered);
      keepSession(from, entered.token);
      return 'in';
    },
    recipient: null,
    guesses: { limit: 1, after: 'passkey_over' },
    knowsHome: true,
    elsewhere: 'passkey_over',
    networkBudget: null,
    suspended: { ask: '', answer: 'status false' },
  };

  const move = async (from: From, proof: object): Promise<Outcome> => {
    const session = await ensureSession(from);
    const next = await proveNewNumber(from);
    const moved = await post('changemobile', { jwt: next.jwt, ...proof }, session);
    if (moved.status !== true) return wrongWith(moved);
    return (await presentMobile()) === next.mobile ? 'in' : 'not in';
  };
  const mailCodeInSession = async (from: From): Promise<string> => {
    const wrong = wrongWith(await post('sendemailcode', {}, await ensureSession(from)));
    if (wrong === '') codes.set(from.browser, /\b(\d{6})\b/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '');
    return wrong;
  };
  const noSession = 'not_authorised';
  const moveByText: Way = {
    ask: async (from) => textCode(await presentMobile(), from),
    async answer(from, guess) {
      const right = codes.get(from.browser) || '000000';
      const body = { mobile: await presentMobile(), code: guess === 'right' ? right : otherThan(right) };
      const confirmed = await post('confirmmobilecode', body, from);
      return confirmed.jwt ? move(from, { old_jwt: confirmed.jwt }) : wrongWith(confirmed);
    },
    recipient: ANN,
    ...codeLimits,
    // A suspended number gets text messages like any other, but its session has ended.
    suspended: { ask: '', answer: noSession },
  };
  const moveByMail: Way = {
    ask: mailCodeInSession,
    async answer(from, guess) {
      const right = codes.get(from.browser) || '000000';
      return move(from, { email_code: guess === 'right' ? right : otherThan(right) });
    },
    recipient: EMAIL,
    ...codeLimits,
    suspended: { ask: noSession, answer: noSession },
  };
  const proof: Way = {
    async prepare() {
      wait(91 * DAY);
      const renewedSession = await post('auth', { jwt: await proveMobile(ANN, atHome) }, atHome);
      keepSession(atHome, renewedSession.token);
      wait(MINUTE);
    },
    ask: mailCodeInSession,
    async answer(from, guess) {
      const right = codes.get(from.browser) || '000000';
      const session = await ensureSession(from);
      const body = { email_code: guess === 'right' ? right : otherThan(right) };
      const proved = await post('proveaccount', body, session);
      if (proved.status !== true) return wrongWith(proved);
      const { body: customer } = await shop.send('GET customers/me', { token: session.token ?? '' });
      return customer.addresses.length > 0 ? 'in' : 'not in';
    },
    recipient: EMAIL,
    ...codeLimits,
    // The carrier may have reassigned the number, so its user counts as a stranger until verified by email.
    knowsHome: false,
    suspended: { ask: noSession, answer: noSession },
  };

  const take = (from: From, as: From): void => {
    codes.set(as.browser, codes.get(from.browser) ?? '');
    const challenge = challenges.get(from.browser);
    if (challenge) challenges.set(as.browser, challenge);
  };
  return {
    shop,
    mails,
    wait,
    post,
    atHome,
    token: token as string,
    proveMobile,
    ensureSession,
    take,
    ways: { text, mail: byMail, link, passkey, moveByText, moveByMail, proof },
  };
}
