import { describe, expect, it } from 'vitest';
import { isSignedWebhook, webhookSignature } from '../service/webhook-signature.ts';
import { isSignedByTwilio, twilioSignature } from './twilio/twilio-signature.ts';

describe('Twilio signatures', () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const params = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  });
  const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';

  it("computes the signature of Twilio's example, whatever the order of the fields", () => {
    expect(twilioSignature('12345', { url, params })).toBe(signature);
    const turned = new URLSearchParams([...params].reverse());
    expect(isSignedByTwilio('12345', { url, params: turned, signature })).toBe(true);
  });

  it('signs a repeated field once per distinct value', () => {
    const repeated = new URLSearchParams('Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234');
    expect(twilioSignature('12345', { url, params: repeated })).toBe('IK+Dwps556ElfBT0I3Rgjkr1wJU=');
  });

  it('accepts a signature over the URL with its default port', () => {
    const withPort = twilioSignature('12345', { url: url.replace('.com', '.com:443'), params });
    expect(isSignedByTwilio('12345', { url, params, signature: withPort })).toBe(true);
  });

  it('rejects a signature for another token, URL or field, and an empty signature', () => {
    const extendedParams = new URLSearchParams([...params, ['New', 'field']]);
    expect(isSignedByTwilio('12346', { url, params, signature })).toBe(false);
    expect(isSignedByTwilio('12345', { url: `${url}&x=1`, params, signature })).toBe(false);
    expect(isSignedByTwilio('12345', { url, params: extendedParams, signature })).toBe(false);
    expect(isSignedByTwilio('12345', { url, params, signature: '' })).toBe(false);
  });
});

describe('Standard Webhooks signatures', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const [id, timestamp, body] = ['msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330', '{"test": 2432232314}'];
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  const now = new Date(1_614_265_330_000);
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const check = (change: Record<string, unknown> = {}, when = now, text = body) =>
    isSignedWebhook(secret, { headers: { ...headers, ...change }, body: text, now: when });

  it('computes the signature of the Standard Webhooks example', () => {
    expect(webhookSignature(secret, { id, timestamp, body })).toBe(signature);
    expect(check()).toBe(true);
  });

  it('accepts one valid signature among several while a secret is being replaced', () => {
    expect(check({ 'webhook-signature': `v1,AAAA v2,xyz ${signature}` })).toBe(true);
  });

  it('rejects a changed body, id or time, missing headers, and requests over five minutes old', () => {
    expect(check({}, now, '{"test": 1}')).toBe(false);
    expect(check({ 'webhook-id': 'msg_2' })).toBe(false);
    expect(check({ 'webhook-timestamp': '1614265331' })).toBe(false);
    expect(check({ 'webhook-signature': undefined })).toBe(false);
    expect(check({}, new Date(now.getTime() + 299_000))).toBe(true);
    expect(check({}, new Date(now.getTime() + 301_000))).toBe(false);
    expect(check({}, new Date(now.getTime() - 301_000))).toBe(false);
  });
});
