import { describe, expect, it } from 'vitest';
import { formatFieldErrors } from '#test/support/field-errors.ts';
import { LEAD_LIMITS, type LeadField, type LeadFields, leadErrors } from './lead.ts';

const good: LeadFields = {
  first_name: 'Ann',
  last_name: 'Lee',
  company: 'Lee & Co',
  email: 'ann@lee.example',
  phone: '',
  country: '',
};

const fillToLength = (field: LeadField, length: number): string =>
  field === 'email' ? `${'a'.repeat(length - '@lee.example'.length)}@lee.example` : 'x'.repeat(length);

describe('demo request form', () => {
  it('accepts a demo request with names, company and email, without phone and country', () => {
    expect(formatFieldErrors(leadErrors(good))).toEqual({});
  });

  it('reports each missing field of a demo request', () => {
    const blank = { first_name: ' ', last_name: '', company: '', email: '', phone: '', country: '' };
    expect(formatFieldErrors(leadErrors(blank))).toEqual({
      first_name: 'Please enter a first name',
      last_name: 'Please enter a last name',
      company: 'Please enter a company',
      email: 'Please enter an email',
    });
    expect(formatFieldErrors(leadErrors({ ...good, company: '\u200B\u202E' }))).toEqual({
      company: 'Please enter a company',
    });
    expect(formatFieldErrors(leadErrors({ ...good, email: 'ann at lee' }))).toEqual({
      email: 'Please enter a valid email',
    });
  });

  it('limits the demo request fields to 40, 80, 40, 80, 40 and 40 characters [DM-17]', () => {
    expect(Object.values(LEAD_LIMITS)).toEqual([40, 80, 40, 80, 40, 40]);
  });

  it.each([
    ['DM-11', 'first_name', 40, 'First name'],
    ['DM-12', 'last_name', 80, 'Last name'],
    ['DM-13', 'company', 40, 'Company'],
    ['DM-14', 'email', 80, 'Email'],
    ['DM-15', 'phone', 40, 'Phone'],
    ['DM-16', 'country', 40, 'Country'],
  ] as const)('as %s requires, limits %s to %i characters', (_id, field, limit, name) => {
    expect(formatFieldErrors(leadErrors({ ...good, [field]: fillToLength(field, limit) }))).toEqual({});
    const errors = formatFieldErrors(leadErrors({ ...good, [field]: fillToLength(field, limit + 1) }));
    expect(errors).toEqual({ [field]: `${name} must be at most ${limit} characters` });
  });
});
