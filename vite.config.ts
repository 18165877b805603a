import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chosenBrand } from './react-router.config.ts';
import { languagePlugins } from './tools/web/language-plugins.ts';

const SHARED =
  /\/web\/(ui|state|session|queries|errors|api|brand|languages|head)\/|\/web\/offline\/(page-shown|code-missing)|\/web\/popups\/notice-popup|\/web\/cart\/add-line|\/web\/search\/suggestions|\/web\/sign-in\/after-sign-in|\/contract\/rules\/|@tanstack|zustand|@lingui/;

/** What only screens with something to fill in need: rules of addresses, gift cards and times, the combobox. */
const FORMS =
  /\/web\/human-check\/(human-check|recaptcha)\.|\/web\/errors\/field-messages\.|\/web\/ui\/(form\/(stepper|combobox)|action-bar|copy-button)\.|\/contract\/rules\/(short-text\.|(customer|gift-card|time)\/)/;

export default defineConfig(({ command }) => ({
  plugins: [languagePlugins(), tailwindcss(), reactRouter()],
  define: {
    __BRAND__: JSON.stringify(chosenBrand()),
    ...(command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {}),
  },
  // Found out while serving, they would make the first page of `npm run dev` load twice.
  optimizeDeps: { include: ['@lingui/core', '@lingui/react', '@tanstack/react-query', 'zustand'] },
  build: {
    // A font or picture as data: text would break the content security policy and the cache.
    assetsInlineLimit: 0,
    // Forty small files cost a phone more than they save: what most screens share comes in one.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'preload', test: /preload-helper/, priority: 3 },
            // First, so that what both need stands here and the shop window does not load the other for it.
            { name: 'shared', test: (id) => SHARED.test(id) && !FORMS.test(id), minShareCount: 2, priority: 2 },
            { name: 'forms', test: FORMS, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  // One file with React in its production form, whatever NODE_ENV the server runs with; and a quicker start.
  ...(command === 'build' ? { ssr: { noExternal: true } } : {}),
}));
