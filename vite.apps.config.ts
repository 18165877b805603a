import { defineConfig } from 'vite';
import { resolveBrand } from './react-router.config.ts';
import { createAppConfig } from './tools/web/app-builds.ts';

export default defineConfig(() => createAppConfig(resolveBrand()));
