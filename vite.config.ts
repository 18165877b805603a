import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { resolveBrand } from './react-router.config.ts';
import { narrowSource } from './tools/builds/narrow-source.ts';
import { chunkGroups } from './tools/web/code-chunks.ts';
import { languagePlugins } from './tools/web/language-plugins.ts';
import { replaceUnusedParts } from './tools/web/unused-parts.ts';

/**
 * In the gallery, adds the till's classes to the shop's style sheet, which the till's own style sheet would override.
 */
const stylesOfGallery: Plugin = {
  name: 'styles-of-gallery',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/shop\/app\.css/ },
    handler(code) {
      const all = code.replace('@source "../shop";', '@source "../shop";\n@source "../till";');
      if (all === code) this.error('web/shop/app.css does not name its sources as vite.config.ts expects.');
      return all;
    },
  },
};

export default defineConfig(({ command }) => ({
  plugins: [
    ...(command === 'serve' || process.env.VITE_GALLERY === '1' ? [stylesOfGallery] : []),
    languagePlugins(),
    tailwindcss(),
    reactRouter(),
    replaceUnusedParts(),
    narrowSource,
  ],
  define: {
    __BRAND__: JSON.stringify(resolveBrand()),
    ...(command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {}),
  },
  // Vite would discover these packages while serving and load the first page of `npm run dev` twice.
  optimizeDeps: { include: ['@lingui/core', '@lingui/react', '@tanstack/react-query', 'zustand'] },
  build: {
    // Inlined assets become data: URLs, which violate the content security policy and bypass the cache.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  // Bundles React's production build whatever NODE_ENV the server has. This also makes the server start faster.
  ...(command === 'build' ? { ssr: { noExternal: true } } : {}),
}));
