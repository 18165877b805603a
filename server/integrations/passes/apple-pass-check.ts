import { z } from 'zod';

const colour = z.string().regex(/^rgb\(\d{1,3}, ?\d{1,3}, ?\d{1,3}\)$/);
const field = z.looseObject({ key: z.string().min(1), value: z.union([z.string(), z.number()]) });
const fields = z.array(field).min(1);

/** Fields that an iPhone requires in a pass. It rejects an incomplete pass without a reason. */
const passJson = z.looseObject({
  formatVersion: z.literal(1),
  passTypeIdentifier: z.string().startsWith('pass.'),
  teamIdentifier: z.string().length(10),
  serialNumber: z.string().min(1),
  organizationName: z.string().min(1),
  description: z.string().min(1),
  backgroundColor: colour,
  foregroundColor: colour,
  labelColor: colour,
  expirationDate: z.iso.datetime({ offset: true }).optional(),
  authenticationToken: z.string().min(16).optional(),
  webServiceURL: z.url({ protocol: /^https$/ }).optional(),
  barcodes: z
    .array(z.looseObject({ format: z.string(), message: z.string().min(1), messageEncoding: z.string() }))
    .min(1),
  storeCard: z.looseObject({ primaryFields: fields, secondaryFields: z.array(field), backFields: fields }),
});

const NEEDED = ['pass.json', 'manifest.json', 'signature', 'icon.png', 'icon@2x.png', 'icon@3x.png', 'logo.png'];
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** Throws for invalid parts of a pass, because the library silently drops them. Errors name only files and fields. */
export function checkApplePass(files: Readonly<Record<string, Buffer>>): void {
  const missing = NEEDED.filter((name) => !files[name]?.length);
  const noPicture = Object.keys(files).filter(
    (name) => name.endsWith('.png') && !files[name]?.subarray(0, 4).equals(PNG),
  );
  const read = passJson.safeParse(JSON.parse(files['pass.json']?.toString('utf8') || 'null'));
  const wrong = read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const all = [
    ...missing.map((name) => `${name} is missing`),
    ...noPicture.map((name) => `${name} is no PNG`),
    ...wrong,
  ];
  if (all.length > 0) throw new Error(`The generated Apple pass is invalid (${all.join('; ')}).`);
}
