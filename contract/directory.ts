import { z } from 'zod';
import { callTable } from './call.ts';

const countryShape = z.object({
  id: z.string(),
  two_letter_abbreviation: z.string(),
  three_letter_abbreviation: z.string(),
  full_name_locale: z.string(),
  full_name_english: z.string(),
  /** `id` is a string here, but a number in other calls. */
  available_regions: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
});
export type Country = z.output<typeof countryShape>;

export const directoryCalls = callTable({
  'GET directory/countries': {
    summary: 'The countries the shop knows, with their states; goods go to Australia only',
    access: 'public',
    limit: 'reads',
    cache: { stockIn: null },
    answer: z.array(countryShape),
  },
  'GET directory/countries/{countryId}': {
    summary: 'One country with its states',
    access: 'public',
    params: z.object({ countryId: z.string().max(40) }),
    answer: countryShape,
  },
});
