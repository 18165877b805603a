import { defineConfig } from 'vite';
import { chosenBrand } from './react-router.config.ts';
import { appConfig } from './tools/web/app-builds.ts';

/** The apps beside the shop while they are developed. tools/web/app-builds.ts builds them. */
export default defineConfig(() => appConfig(chosenBrand()));
