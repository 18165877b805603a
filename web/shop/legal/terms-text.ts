import type { LegalText } from './legal-text.ts';
import { dataAgreement } from './terms-data.ts';
import { memberTerms } from './terms-member.ts';
import { vendorTerms } from './terms-vendor.ts';
import { fairUse, otherPractices, overview, websiteTerms } from './terms-website.ts';

export const terms: LegalText = {
  title: 'Terms & Conditions',
  version: '2020-09-11',
  summary: 'The agreement between you, our sellers and us, in plain words.',
  sections: [overview, websiteTerms, fairUse, otherPractices, dataAgreement, vendorTerms, memberTerms],
};
