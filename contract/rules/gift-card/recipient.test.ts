import { describe, expect, it } from 'vitest';
import { formatFieldErrors } from '#test/support/field-errors.ts';
import { type Recipient, recipientErrors } from './recipient.ts';
import { withMarker, withoutMarker } from './text-marker.ts';

const good: Recipient = {
  recipient_firstname: 'Mia',
  recipient_lastname: 'Tran',
  recipient_mobile: '0412345678',
  recipient_message: 'Happy birthday!',
  text_content: 'For you',
};
const listErrorTexts = (change: Partial<Recipient>) =>
  Object.values(formatFieldErrors(recipientErrors({ ...good, ...change })));

describe('recipient form', () => {
  it('accepts a complete recipient', () => {
    expect(formatFieldErrors(recipientErrors(good))).toEqual({});
  });
  it('requires a first name [VA-39]', () => {
    expect(formatFieldErrors(recipientErrors({ ...good, recipient_firstname: '  ' }))).toEqual({
      recipient_firstname: 'Please enter a firstname',
    });
  });
  it('limits the first name to 24 characters [VA-40, BC-32]', () => {
    expect(listErrorTexts({ recipient_firstname: 'a'.repeat(24) })).toEqual([]);
    expect(listErrorTexts({ recipient_firstname: 'a'.repeat(25) })).toEqual([
      'Firstname must be shorter than 25 characters',
    ]);
  });
  it('requires a last name [VA-41]', () => {
    expect(formatFieldErrors(recipientErrors({ ...good, recipient_lastname: '' }))).toEqual({
      recipient_lastname: 'Please enter a lastname',
    });
  });
  it('limits the last name to 24 characters [VA-42]', () => {
    expect(listErrorTexts({ recipient_lastname: 'a'.repeat(24) })).toEqual([]);
    expect(listErrorTexts({ recipient_lastname: 'a'.repeat(25) })).toEqual([
      'Lastname must be shorter than 25 characters',
    ]);
  });
  it('rejects names with line breaks or control characters', () => {
    for (const name of ['Mia\nYour card is blocked', 'Mia\r', 'M\u0007ia', 'M\u2028ia'].map((name) => `${name}.`))
      for (const field of ['recipient_firstname', 'recipient_lastname'])
        expect(listErrorTexts({ [field]: name })).toEqual([
          'Please enter the name in one line, without control characters',
        ]);
    expect(listErrorTexts({ recipient_firstname: ' Mia\n' })).toEqual([]);
  });
  it('requires a mobile [VA-43]', () => {
    expect(listErrorTexts({ recipient_mobile: ' ' })).toEqual(['Please enter a mobile']);
  });
  it.each(['12', 'later', '049157015', '04915701567', '0299990000', '+'])(
    'rejects the mobile %s',
    (recipient_mobile) => {
      expect(listErrorTexts({ recipient_mobile })).toEqual(['Please enter a valid mobile']);
    },
  );
  it.each(['0412 345 678', '+61 (0)412 345 678', '+1 212 555 0100'])(
    'leaves the validation of mobile %s to the server',
    (recipient_mobile) => expect(listErrorTexts({ recipient_mobile })).toEqual([]),
  );
  it('requires a picture message [VA-44]', () => {
    expect(listErrorTexts({ recipient_message: '' })).toEqual(['Please enter a message']);
  });
  it('accepts a picture message of exactly 50 characters [VA-46]', () => {
    expect(listErrorTexts({ recipient_message: 'm'.repeat(50) })).toEqual([]);
  });
  it('rejects a picture message of 51 characters [VA-45, BC-33]', () => {
    expect(listErrorTexts({ recipient_message: 'm'.repeat(51) })).toEqual([
      'Message must be shorter than 50 characters',
    ]);
  });
  it('requires a text message in addition to the marker [VA-49]', () => {
    for (const text_content of ['', '  ', withMarker('')])
      expect(listErrorTexts({ text_content })).toEqual(['Please enter text content']);
  });
  it('accepts a text message of 101 to 200 characters, not counting the marker [VA-52, BC-34]', () => {
    for (const length of [101, 200])
      expect(listErrorTexts({ text_content: withMarker('t'.repeat(length)) })).toEqual([]);
  });
  it('rejects a text message of 201 characters and reports the actual limit [VA-50, VA-51]', () => {
    expect(listErrorTexts({ text_content: 't'.repeat(201) })).toEqual([
      'Text content must be shorter than 200 characters',
    ]);
  });
});

describe('gift card marker', () => {
  it('appends the gift card marker to saved text only once [EN-39]', () => {
    expect(withMarker('For you')).toBe('For you [gift-card]');
    expect(withMarker(withMarker('For you'))).toBe('For you [gift-card]');
  });
  it('strips the gift card marker for display [EN-40]', () => {
    expect(withoutMarker('For you [gift-card]')).toBe('For you');
    expect(withoutMarker('[gift-card] first')).toBe('[gift-card] first');
  });
});
