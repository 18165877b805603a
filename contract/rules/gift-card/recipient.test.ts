import { describe, expect, it } from 'vitest';
import { textsOf } from '#test/support/field-errors.ts';
import { type Recipient, recipientErrors } from './recipient.ts';
import { withMarker, withoutMarker } from './text-marker.ts';

const good: Recipient = {
  recipient_firstname: 'Mia',
  recipient_lastname: 'Tran',
  recipient_mobile: '0412345678',
  recipient_message: 'Happy birthday!',
  text_content: 'For you',
};
const wrong = (change: Partial<Recipient>) => Object.values(textsOf(recipientErrors({ ...good, ...change })));

describe('the recipient form', () => {
  it('accepts what is complete', () => {
    expect(textsOf(recipientErrors(good))).toEqual({});
  });
  it('needs a firstname [VA-39]', () => {
    expect(textsOf(recipientErrors({ ...good, recipient_firstname: '  ' }))).toEqual({
      recipient_firstname: 'Please enter a firstname',
    });
  });
  it('takes a firstname of 24 characters, not of 25 [VA-40, BC-32]', () => {
    expect(wrong({ recipient_firstname: 'a'.repeat(24) })).toEqual([]);
    expect(wrong({ recipient_firstname: 'a'.repeat(25) })).toEqual(['Firstname must be shorter than 25 characters']);
  });
  it('needs a lastname [VA-41]', () => {
    expect(textsOf(recipientErrors({ ...good, recipient_lastname: '' }))).toEqual({
      recipient_lastname: 'Please enter a lastname',
    });
  });
  it('takes a lastname of 24 characters, not of 25 [VA-42]', () => {
    expect(wrong({ recipient_lastname: 'a'.repeat(24) })).toEqual([]);
    expect(wrong({ recipient_lastname: 'a'.repeat(25) })).toEqual(['Lastname must be shorter than 25 characters']);
  });
  it('takes names of one line, without control characters', () => {
    for (const name of ['Mia\nYour card is blocked', 'Mia\r', 'M\u0007ia', 'M\u2028ia'].map((name) => `${name}.`))
      for (const field of ['recipient_firstname', 'recipient_lastname'])
        expect(wrong({ [field]: name })).toEqual(['Please enter the name in one line, without control characters']);
    expect(wrong({ recipient_firstname: ' Mia\n' })).toEqual([]);
  });
  it('needs a mobile [VA-43]', () => {
    expect(wrong({ recipient_mobile: ' ' })).toEqual(['Please enter a mobile']);
  });
  it.each(['12', 'later', '049157015', '04915701567', '0299990000', '+'])('rejects a mobile %s', (recipient_mobile) => {
    expect(wrong({ recipient_mobile })).toEqual(['Please enter a valid mobile']);
  });
  it.each(['0412 345 678', '+61 (0)412 345 678', '+1 212 555 0100'])(
    'leaves a mobile %s to the server',
    (recipient_mobile) => expect(wrong({ recipient_mobile })).toEqual([]),
  );
  it('needs an image message [VA-44]', () => {
    expect(wrong({ recipient_message: '' })).toEqual(['Please enter a message']);
  });
  it('takes an image message of exactly 50 characters [VA-46]', () => {
    expect(wrong({ recipient_message: 'm'.repeat(50) })).toEqual([]);
  });
  it('rejects an image message of 51 characters [VA-45, BC-33]', () => {
    expect(wrong({ recipient_message: 'm'.repeat(51) })).toEqual(['Message must be shorter than 50 characters']);
  });
  it('needs a text message; the marker alone is none [VA-49]', () => {
    for (const text_content of ['', '  ', withMarker('')])
      expect(wrong({ text_content })).toEqual(['Please enter text content']);
  });
  it('takes a text message of 101 to 200 characters, marker not counted [VA-52, BC-34]', () => {
    for (const length of [101, 200]) expect(wrong({ text_content: withMarker('t'.repeat(length)) })).toEqual([]);
  });
  it('rejects 201 characters and names the real limit [VA-50, VA-51]', () => {
    expect(wrong({ text_content: 't'.repeat(201) })).toEqual(['Text content must be shorter than 200 characters']);
  });
});

describe('the gift card marker', () => {
  it('ends saved text once, however often it is put there [EN-39]', () => {
    expect(withMarker('For you')).toBe('For you [gift-card]');
    expect(withMarker(withMarker('For you'))).toBe('For you [gift-card]');
  });
  it('is stripped for display [EN-40]', () => {
    expect(withoutMarker('For you [gift-card]')).toBe('For you');
    expect(withoutMarker('[gift-card] first')).toBe('[gift-card] first');
  });
});
