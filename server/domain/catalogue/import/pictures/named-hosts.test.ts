import { expect, it } from 'vitest';
import { createPublicNetwork, fetchPicture, readHost } from './fetch-picture.ts';

it.each([
  ['https://img.example/a.png', []],
  ['https://img.example/a.png', ['example']],
  ['https://img.example/a.png', ['*.img.example', 'cdn.img.example']],
  ['https://img.example.evil.test/a.png', ['img.example', '*.example']],
  ['https://evilimg.example/a.png', ['img.example', '*.img.example']],
  ['https://cdn.shopify.com.evil.test/a.png', []],
])('does not look up the host of %s when the allowed hosts are %j', async (url, named) => {
  const resolve = () => Promise.reject(new Error('It was looked up.'));
  const refused = fetchPicture(url, { ...createPublicNetwork(named), resolve });
  await expect(refused).rejects.toThrow(`is at ${new URL(url).hostname}, which --pictures-from does not name`);
});

it.each([
  ['https://IMG.example/a.png', ['img.example']],
  ['https://a.b.example/a.png', ['*.example']],
  ['https://cdn.shopify.com/a.png', []],
])('looks up the host of %s when the allowed hosts are %j', async (url, named) => {
  const resolve = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ENOTFOUND' }));
  await expect(fetchPicture(url, { ...createPublicNetwork(named), resolve })).rejects.toThrow('(ENOTFOUND)');
});

it.each([
  ['img.example', 'img.example'],
  [' IMG.Example ', 'img.example'],
  ['*.example', '*.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['', null],
  ['*', null],
  ['*.', null],
  ['img.example:444', null],
  ['https://img.example', null],
  ['img.example/a', null],
  ['me@img.example', null],
])('reads the host name %j as %j', (text, host) => expect(readHost(text)).toBe(host));
