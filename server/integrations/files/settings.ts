import { z } from 'zod';

export const filesShape = {
  FILES: z.enum(['local', 's3']).default('local'),
  S3_BUCKET_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  S3_REGION: z.string().trim().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().trim().default(''),
  S3_SECRET_ACCESS_KEY: z.string().trim().default(''),
};

type FilesSettings = z.output<z.ZodObject<typeof filesShape>>;

export function filesSettingsError(settings: FilesSettings): string | null {
  if (settings.FILES !== 's3') return null;
  const needed = ['S3_BUCKET_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const missing = needed.filter((name) => settings[name] === '');
  if (missing.length > 0) return `FILES=s3 also needs ${missing.join(' and ')}.`;
  const { pathname, hostname } = new URL(settings.S3_BUCKET_URL);
  const named = pathname.length > 1 || hostname.split('.').length > 2;
  return named ? null : 'S3_BUCKET_URL must end in the name of the bucket: https://host/bucket.';
}
