import { describe, expect, it } from 'vitest';
import { readContact } from './contact-rules.ts';

describe('seller contact', () => {
  it('trims and normalises the contact of a seller, and makes its web address a working link', () => {
    const input = {
      phone: ' 08 5550 1234',
      email: 'hello@kiln.example',
      site: 'https://KILN.example',
      address: 'Shed 4,\n  Fremantle WA',
      hours: 'Mon-Fri 9-5\n Sat 10-2 ',
    };
    expect(readContact(input)).toEqual({
      contact: {
        phone: '08 5550 1234',
        email: 'hello@kiln.example',
        site: 'https://kiln.example/',
        address: 'Shed 4, Fremantle WA',
        hours: 'Mon-Fri 9-5 Sat 10-2',
      },
    });
  });

  it.each([
    ['+61 (0)412 345 678', '0412 345 678'],
    ['0412-345-678', '0412 345 678'],
    ['+610412345678', '0412 345 678'],
    ['٠٤١٢ ٣٤٥ ٦٧٨', '0412 345 678'],
    ['+64 (0)21 123 456', '+6421123456'],
    ['(08) 5550-1234', '0855501234'],
    ['1300 555 012', '1300 555 012'],
  ])('formats the phone number %s as %s', (phone, shownPhone) => {
    expect(readContact({ phone })).toEqual({ contact: { phone: shownPhone } });
  });

  it('clears an empty contact field and keeps an omitted one', () => {
    expect(readContact({ phone: '', site: ' ' })).toEqual({ contact: { phone: null, site: null } });
    expect(readContact({})).toEqual({ contact: {} });
  });

  it.each([
    ['phone', 'call us'],
    ['phone', '08 5550 1234;ext=1'],
    ['phone', '+'],
    ['email', 'hello'],
    ['email', 'a@b.example?bcc=all@c.example'],
    ['email', 'a@b.example,c@d.example'],
    ['site', 'http://kiln.example'],
    ['site', 'javascript:alert(1)'],
    ['site', 'kiln.example'],
    ['site', 'https://seller:secret@kiln.example'],
    ['site', `https://kiln.example/${'a'.repeat(200)}`],
    ['address', 'a'.repeat(201)],
    ['address', 'Shed\u00004'],
    ['hours', '9'.repeat(201)],
    ['hours', 'Mon\u0000'],
  ])("rejects as the seller's %s: %j", (part, text) => {
    expect(readContact({ [part]: text })).toEqual({ error: expect.stringContaining(`--${part} takes`) });
  });
});
