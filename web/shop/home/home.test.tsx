import { waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { settings } from '#gallery/fixtures/customer.ts';
import { offline } from '#gallery/story/answers.ts';
import type { Story } from '#gallery/story/story.ts';
import { BROWSE, type OpenShop, openShop, readFieldError } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';

const LEADS = 'POST /leads';
const filled = { 'First name': 'Sam', 'Last name': 'Ray', Company: 'Rays', Email: 'sam@rays.example' };

async function openForm(answer: unknown = { status: true }, story: Partial<Story> = {}) {
  const shop = await openShop({ url: '/', shows: 'Request a Demo', ...story, answers: { [LEADS]: answer } });
  const { page, user } = shop;
  const submit = () => user.click(page.getByRole('button', { name: 'Request a Demo' }));
  async function fill(change: Record<string, string> = {}) {
    for (const [label, text] of Object.entries({ ...filled, ...change })) {
      if (text === '') continue;
      await user.click(page.getByLabelText(label));
      await user.paste(text);
    }
  }
  return { ...shop, submit, fill };
}

it('shows a banner that leads to the shop, and the Request a Demo form [RT-02, RT-03, RT-04]', async () => {
  const { page, user } = await openForm();
  const banner = within(page.getByRole('region', { name: 'All you need is their mobile number' }));
  expect(banner.getByRole('heading', { level: 1 })).toBeTruthy();
  expect(page.getByRole('form', { name: 'Request a Demo' })).toBeTruthy();
  await user.click(banner.getByRole('link', { name: 'Browse Gift Cards' }));
  expect(await page.findByText(BROWSE, { exact: false })).toBeTruthy();
});

it.each([
  ['sandbox', 'A saved card pays at once.'],
  ['stripe', 'A saved card, Apple Pay or Google Pay pays at once.'],
] as const)(
  'promises sellers only the payment methods of %s, without naming the payment provider',
  async (payments, words) => {
    const { page } = await openForm({}, { settings: { ...settings, payments } });
    const text = page.getByRole('region', { name: 'Request a Demo' }).textContent;
    expect(text).toContain(words);
    expect(text).not.toContain('Stripe');
  },
);

it('ends with the help link and company details that other pages show in the footer', async () => {
  const { page } = await openForm();
  expect(page.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/help');
  const { operator_name, operator_abn } = settings;
  expect(page.getByText(`Run by ${operator_name}, ABN ${operator_abn}`)).toBeTruthy();
});

describe('Request a Demo form', () => {
  const field = ({ page }: OpenShop, label: string) =>
    within(page.getByRole('form', { name: 'Request a Demo' })).getByRole<HTMLInputElement>('textbox', { name: label });

  it('asks for name, company, email, phone and country [DM-01, DM-02, DM-03, DM-04, DM-05, DM-06]', async () => {
    const shop = await openForm();
    const labels = ['First name', 'Last name', 'Company', 'Email', 'Phone (optional)', 'Country (optional)'];
    expect(labels.map((label) => field(shop, label).name)).toEqual([
      'first_name',
      'last_name',
      'company',
      'email',
      'phone',
      'country',
    ]);
  });

  it('limits each field to its maximum length [DM-11, DM-12, DM-13, DM-14, DM-15, DM-16]', async () => {
    const shop = await openForm();
    const labels = ['First name', 'Last name', 'Company', 'Email', 'Phone (optional)', 'Country (optional)'];
    expect(labels.map((label) => [label, field(shop, label).maxLength])).toEqual([
      ['First name', 40],
      ['Last name', 80],
      ['Company', 40],
      ['Email', 80],
      ['Phone (optional)', 40],
      ['Country (optional)', 40],
    ]);
  });

  it('has an opt-in checkbox, a CAPTCHA and a return URL [DM-07, DM-08, DM-09]', async () => {
    const { page, user } = await openForm();
    const form = page.getByRole('form', { name: 'Request a Demo' }) as HTMLFormElement;
    const optIn = within(form).getByRole<HTMLInputElement>('checkbox', { name: 'Keep me posted about what is new' });
    expect(optIn.checked).toBe(false);
    await user.click(optIn);
    expect(optIn.checked).toBe(true);
    expect(form.querySelector('[data-captcha]')?.textContent).toContain('Protected by an automatic spam check');
    const hidden = [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')];
    expect(Object.fromEntries(hidden.map(({ name, value }) => [name, value]))).toEqual({
      retURL: `${location.origin}/`,
      oid: '',
      captcha: '',
    });
  });

  it.each(['First name', 'Last name', 'Company', 'Email'])(
    'sends nothing without %s and shows the error at that field',
    async (label) => {
      const { page, fill, submit, bodies } = await openForm();
      await fill({ [label]: '' });
      await submit();
      const wrong = Object.keys(filled).filter((name) => readFieldError(page.getByLabelText(name)) !== '');
      expect(wrong).toEqual([label]);
      await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText(label)));
      expect(bodies(LEADS)).toEqual([]);
    },
  );

  it('rejects an invalid email', async () => {
    const { page, fill, submit, bodies } = await openForm();
    await fill({ Email: 'sam' });
    await submit();
    expect(readFieldError(page.getByLabelText('Email'))).not.toBe('');
    expect(bodies(LEADS)).toEqual([]);
  });

  it('sends all typed values and thanks the visitor by name', async () => {
    const { page, user, fill, submit, bodies } = await openForm();
    await fill({ 'Phone (optional)': '0412345678', 'Country (optional)': 'Australia' });
    await user.click(page.getByLabelText('Keep me posted about what is new'));
    await submit();
    const thanks = await page.findByText('Thank you, Sam');
    expect(bodies(LEADS)).toEqual([
      {
        first_name: 'Sam',
        last_name: 'Ray',
        company: 'Rays',
        email: 'sam@rays.example',
        phone: '0412345678',
        country: 'Australia',
        opt_in: true,
        retURL: `${location.origin}/`,
        r_token: '',
      },
    ]);
    expect(document.activeElement).toBe(thanks.closest('[role=status]'));
    expect(page.queryByLabelText('Company')).toBeNull();
  });

  it('sends the form once despite two taps and Enter', async () => {
    const shop = await openForm();
    const { page, user, fill } = shop;
    await fill();
    await expectSentOnce(shop, LEADS, {
      answer: { status: true },
      taps: async () => {
        await user.dblClick(page.getByRole('button', { name: 'Request a Demo' }));
        await user.type(page.getByLabelText('Company'), '{Enter}');
      },
      shows: 'Thank you, Sam',
    });
  });

  it.each([
    ['company', 'Company'],
    ['email', 'Email'],
    ['phone', 'Phone (optional)'],
  ])("shows the server's error about %s at its field", async (key, label) => {
    const { page, fill, submit } = await openForm({ status: false, input_validation: { [key]: 'Not this one' } });
    await fill();
    await submit();
    await page.findByText('Not this one');
    expect(readFieldError(page.getByLabelText(label))).toBe('Not this one');
  });

  it("shows the server's CAPTCHA error above the button", async () => {
    const { page, fill, submit } = await openForm({ status: false, input_validation: { r_token: 'Are you real?' } });
    await fill();
    await submit();
    expect((await page.findByText('Are you real?')).closest('[role=alert]')).toBeTruthy();
  });

  it.each([
    ['no connection', offline, 'No connection'],
    ['an invalid response', 'Gateway', 'An Unexpected Error has occured. Please try again later.'],
  ])('reports %s, keeps the typed values and sends them on the next tap', async (_what, reply, words) => {
    const answer = vi.fn().mockReturnValueOnce(reply).mockReturnValue({ status: true });
    const { page, user, fill, submit, bodies } = await openForm(answer);
    await fill();
    await submit();
    await page.findByText(words);
    await user.keyboard('{Escape}');
    expect(page.getByLabelText<HTMLInputElement>('Company').value).toBe('Rays');
    await submit();
    expect(await page.findByText('Thank you, Sam')).toBeTruthy();
    expect(bodies(LEADS)).toHaveLength(2);
  });

  it('posts the form to a web-to-lead server after our own has stored the request [DM-10]', async () => {
    const posted = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
    const leads = { action: 'https://crm.example/lead', oid: 'oid-1' };
    const { page, fill, submit, count } = await openForm({ status: true }, { settings: { ...settings, leads } });
    await fill();
    await submit();
    await waitFor(() => expect(posted).toHaveBeenCalledTimes(1));
    expect(count(LEADS)).toBe(1);
    const form = page.getByLabelText('Company').closest('form');
    expect([form?.method, form?.action]).toEqual(['post', 'https://crm.example/lead']);
    const sentFields = Object.fromEntries(new FormData(form as HTMLFormElement));
    expect(sentFields).toMatchObject({
      first_name: 'Sam',
      last_name: 'Ray',
      company: 'Rays',
      email: 'sam@rays.example',
      phone: '',
      country: '',
      oid: 'oid-1',
      emailOptOut: '1',
    });
    expect(sentFields.retURL).toBe(`${location.origin}/?demo=sent#demo`);
    posted.mockRestore();
  });

  it('thanks a visitor who returns from the web-to-lead server', async () => {
    const { page } = await openForm({}, { url: '/?demo=sent', shows: 'Your request is with us.' });
    expect(page.queryByLabelText('Company')).toBeNull();
  });
});
