import { defineConfig } from 'vite';
import { chosenBrand } from './react-router.config.ts';
import { appConfig } from './tools/web/app-builds.ts';

export default defineConfig(() => appConfig(chosenBrand()));
