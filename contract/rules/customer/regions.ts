/** Region ids are Adobe Commerce's. US codes are not unique: AE occurs four times. */
export type Region = { id: number; country: 'AU' | 'US'; code: string; name: string };

const US: [code: string, name: string][] = [
  ['AL', 'Alabama'],
  ['AK', 'Alaska'],
  ['AS', 'American Samoa'],
  ['AZ', 'Arizona'],
  ['AR', 'Arkansas'],
  ['AE', 'Armed Forces Africa'],
  ['AA', 'Armed Forces Americas'],
  ['AE', 'Armed Forces Canada'],
  ['AE', 'Armed Forces Europe'],
  ['AE', 'Armed Forces Middle East'],
  ['AP', 'Armed Forces Pacific'],
  ['CA', 'California'],
  ['CO', 'Colorado'],
  ['CT', 'Connecticut'],
  ['DE', 'Delaware'],
  ['DC', 'District of Columbia'],
  ['FM', 'Federated States Of Micronesia'],
  ['FL', 'Florida'],
  ['GA', 'Georgia'],
  ['GU', 'Guam'],
  ['HI', 'Hawaii'],
  ['ID', 'Idaho'],
  ['IL', 'Illinois'],
  ['IN', 'Indiana'],
  ['IA', 'Iowa'],
  ['KS', 'Kansas'],
  ['KY', 'Kentucky'],
  ['LA', 'Louisiana'],
  ['ME', 'Maine'],
  ['MH', 'Marshall Islands'],
  ['MD', 'Maryland'],
  ['MA', 'Massachusetts'],
  ['MI', 'Michigan'],
  ['MN', 'Minnesota'],
  ['MS', 'Mississippi'],
  ['MO', 'Missouri'],
  ['MT', 'Montana'],
  ['NE', 'Nebraska'],
  ['NV', 'Nevada'],
  ['NH', 'New Hampshire'],
  ['NJ', 'New Jersey'],
  ['NM', 'New Mexico'],
  ['NY', 'New York'],
  ['NC', 'North Carolina'],
  ['ND', 'North Dakota'],
  ['MP', 'Northern Mariana Islands'],
  ['OH', 'Ohio'],
  ['OK', 'Oklahoma'],
  ['OR', 'Oregon'],
  ['PW', 'Palau'],
  ['PA', 'Pennsylvania'],
  ['PR', 'Puerto Rico'],
  ['RI', 'Rhode Island'],
  ['SC', 'South Carolina'],
  ['SD', 'South Dakota'],
  ['TN', 'Tennessee'],
  ['TX', 'Texas'],
  ['UT', 'Utah'],
  ['VT', 'Vermont'],
  ['VI', 'Virgin Islands'],
  ['VA', 'Virginia'],
  ['WA', 'Washington'],
  ['WV', 'West Virginia'],
  ['WI', 'Wisconsin'],
  ['WY', 'Wyoming'],
];

const AU: [code: string, name: string][] = [
  ['ACT', 'Australian Capital Territory'],
  ['NSW', 'New South Wales'],
  ['VIC', 'Victoria'],
  ['QLD', 'Queensland'],
  ['SA', 'South Australia'],
  ['TAS', 'Tasmania'],
  ['WA', 'Western Australia'],
  ['NT', 'Northern Territory'],
];

const FIRST_AU_ID = 569;

export const REGIONS: readonly Region[] = [
  ...US.map(([code, name], index): Region => ({ id: index + 1, country: 'US', code, name })),
  ...AU.map(([code, name], index): Region => ({ id: FIRST_AU_ID + index, country: 'AU', code, name })),
];

export const AUSTRALIAN_STATES: readonly Region[] = REGIONS.filter((region) => region.country === 'AU').sort((a, b) =>
  a.name.localeCompare(b.name),
);

export function findRegionByName(text: string, country: string): Region | null {
  const nameOrCode = text.trim().toLowerCase();
  const candidates = REGIONS.filter((region) => region.country === country);
  return (
    candidates.find((region) => region.name.toLowerCase() === nameOrCode) ??
    candidates.find((region) => region.code.toLowerCase() === nameOrCode) ??
    null
  );
}

export function findRegionById(id: number): Region | null {
  return REGIONS.find((region) => region.id === id) ?? null;
}
