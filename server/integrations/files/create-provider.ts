import type { Files } from '#server/platform/ports/files.ts';
import type { ServiceHealth } from '#server/platform/ports/service.ts';
import type { Context } from '../../context.ts';
import { createGuard } from '../service/resilience-policy.ts';
import { openLocalFiles } from './local.ts';

type Parts = Pick<Context, 'settings' | 'clock'>;

export async function createFilesProvider({
  settings,
  clock,
}: Parts): Promise<{ provider: Files; health: (() => ServiceHealth)[] }> {
  if (settings.FILES === 'local') return { provider: openLocalFiles(`${settings.DATA_DIR}/pictures`), health: [] };
  // Do not wait long for the bucket, because redrawing an image takes only about 0.1 s.
  const guard = createGuard({ service: 'files', provider: 's3', clock, timeoutMs: 1_500, retries: 0 });
  const { createS3Files } = await import('./s3.ts');
  const provider = createS3Files({
    guard,
    bucketUrl: settings.S3_BUCKET_URL.replace(/\/+$/, ''),
    region: settings.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
  });
  return { provider, health: [guard.health] };
}
