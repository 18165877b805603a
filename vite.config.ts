import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chosenBrand } from './react-router.config.ts';

const SHARED = /\/web\/(ui|state|api|brand)\/|\/contract\/rules\/|@tanstack|zustand/;

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  define: {
    __BRAND__: JSON.stringify(chosenBrand()),
    ...(command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {}),
  },
  // Found out while serving, they would make the first page of `npm run dev` load twice.
  optimizeDeps: { include: ['@tanstack/react-query', 'zustand'] },
  build: {
    // A font or picture as data: text would break the content security policy and the cache.
    assetsInlineLimit: 0,
    // Forty small files cost a phone more than they save: what most screens share comes in one.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', test: SHARED, minShareCount: 3 }] } } },
  },
  // One file with React in its production form, whatever NODE_ENV the server runs with; and a quicker start.
  ...(command === 'build' ? { ssr: { noExternal: true } } : {}),
}));
