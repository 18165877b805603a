import { readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { matchPath } from 'react-router';
import { expect, it } from 'vitest';
import routes from '#web/shop/routes.ts';
import { stories } from './stories.ts';
import { screens } from './story/screens.ts';

const paths = routes.map(({ path = '' }) => `/${path}`);

it('contains every shop screen, each with a story', () => {
  const shopPaths = paths.filter((path) => path !== '/*' && !path.startsWith('/gallery'));
  expect(Object.keys(screens).sort()).toEqual(shopPaths.sort());
  const withoutStory = [...shopPaths, '/till'].filter(
    (path) => !stories.some(({ url = '' }) => matchPath(path, url.replace(/\?.*/, ''))),
  );
  expect(withoutStory).toEqual([]);
});

it('draws each URL of the gallery with the same source file as the shop', () => {
  const source = readFileSync(new URL('story/screens.ts', import.meta.url), 'utf8');
  const drawn = [...source.matchAll(/'(\/.*)': \(\) => import\('#web\/(.*)'\)/g)].map(([, path, file]) => [path, file]);
  const routed = routes.map(({ path = '', file }) => [`/${path}`, join('shop', file)]);
  expect(drawn.toSorted()).toEqual(routed.filter(([path = '']) => path in screens).toSorted());
  expect(drawn).toHaveLength(Object.keys(screens).length);
});

it('gives each story a unique id that works in URLs', () => {
  const ids = stories.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z0-9-]+$/.test(id))).toEqual([]);
});
