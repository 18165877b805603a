import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpShop } from '../steps/own-shop.ts';

function createFakeCrm() {
  const received: { path: string; type: string; fields: URLSearchParams }[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const fields = new URLSearchParams(body);
      const { url: path = '', headers } = request;
      if (request.method === 'POST') received.push({ path, type: headers['content-type'] ?? '', fields });
      const redirectPage = `<!doctype html><meta http-equiv="refresh" content="0;url=${fields.get('retURL')}">`;
      response.writeHead(200, { 'content-type': 'text/html' }).end(redirectPage);
    });
  });
  return { received, server };
}

const crm = createFakeCrm();
await new Promise<void>((resolve) => crm.server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(crm.server.address() as AddressInfo).port}/servlet/servlet.WebToLead?encoding=UTF-8`;

describe('the demo form with a web-to-lead server', () => {
  const shop = setUpShop({ LEADS: 'salesforce', SALESFORCE_OID: '00D5g000000abcd', SALESFORCE_LEADS_URL: address });
  let leads: unknown[];
  beforeAll(() => {
    leads = [];
  });
  afterAll(() => new Promise((resolve) => crm.server.close(resolve)));

  it("posts the demo form's fields under their web-to-lead names, and thanks the returning visitor [DM-10]", async () => {
    const page = await shop.open('/');
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/leads') leads.push(request.postDataJSON());
    });
    const form = page.getByRole('form', { name: 'Request a Demo' });
    expect([await form.getAttribute('method'), await form.getAttribute('action')]).toEqual(['post', address]);
    const typed = {
      first_name: 'Ann',
      last_name: 'Lee',
      company: 'Lee & Co',
      email: 'ann@lee.example',
      phone: '02 9000 0000',
      country: 'Australia',
    };
    for (const [name, text] of Object.entries(typed)) await page.locator(`input[name=${name}]`).fill(text);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Request a Demo' }).click();
    await page.waitForURL('**/?demo=sent#demo');
    await page.getByText('Thank you', { exact: true }).waitFor();
    expect(crm.received).toHaveLength(1);
    const [lead] = crm.received;
    expect([lead?.path, lead?.type]).toEqual([
      '/servlet/servlet.WebToLead?encoding=UTF-8',
      'application/x-www-form-urlencoded',
    ]);
    expect(Object.fromEntries(lead?.fields ?? [])).toEqual({
      ...typed,
      'opt-in': expect.any(String),
      oid: '00D5g000000abcd',
      retURL: `${shop.server().url}/?demo=sent#demo`,
      captcha: expect.any(String),
    });
    expect(leads).toMatchObject([typed]);
  });
});
