import { createApi } from '#web/shared/api/client.ts';
import { PUBLIC_CALLS, STORES } from './browser-calls.ts';

export const { api, connectApi, request } = createApi({ publicCalls: PUBLIC_CALLS, stores: STORES });
