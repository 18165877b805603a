import { createApi } from '#web/shared/api/client.ts';
import { PUBLIC_CALLS } from './browser-calls.ts';

export const { api } = createApi({ publicCalls: PUBLIC_CALLS, stores: {} });
