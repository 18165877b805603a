import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDetector } from './detector.ts';

const fallback = { loaded: 0, formats: [] as unknown[], wasm: [] as unknown[] };

vi.mock('zxing-wasm/reader/zxing_reader.wasm?url', () => ({ default: '/assets/zxing_reader.wasm' }));
function loadFallback() {
  fallback.loaded += 1;
  return {
    BarcodeDetector: class {
      constructor({ formats }: { formats: string[] }) {
        fallback.formats.push(formats);
      }
      detect = async () => [{ rawValue: 'read by the fallback' }];
    },
    prepareZXingModule: ({ overrides }: { overrides: { locateFile: () => string } }) =>
      fallback.wasm.push(overrides.locateFile()),
  };
}

const OURS = ['code_128', 'qr_code'];
const canvas = {} as HTMLCanvasElement;
const detectValues = async () => (await (await openDetector()).detect(canvas)).map(({ rawValue }) => rawValue);

function stubNativeDetector(supported: () => Promise<string[]>) {
  const opened: string[][] = [];
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = supported;
      constructor({ formats }: { formats: string[] }) {
        opened.push(formats);
      }
      detect = async () => [{ rawValue: 'read by the browser' }];
    },
  );
  return opened;
}

beforeEach(() => {
  vi.resetModules();
  vi.doMock('barcode-detector/ponyfill', loadFallback);
  Object.assign(fallback, { loaded: 0, formats: [], wasm: [] });
});
afterEach(() => vi.unstubAllGlobals());

describe('barcode detector', () => {
  it('uses only the browser’s detector if it supports Code 128 and QR codes', async () => {
    const opened = stubNativeDetector(async () => ['aztec', 'ean_13', ...OURS]);
    expect(await detectValues()).toEqual(['read by the browser']);
    expect(opened).toEqual([[...OURS, 'ean_13']]);
    expect(fallback).toEqual({ loaded: 0, formats: [], wasm: [] });
  });

  it.each([
    ['has no barcode detector', () => undefined],
    ['has a detector without Code 128', () => stubNativeDetector(async () => ['qr_code', 'ean_13'])],
    ['has a detector without QR codes', () => stubNativeDetector(async () => ['code_128', 'ean_13'])],
    ['has a detector that supports no formats', () => stubNativeDetector(async () => [])],
    [
      'has a detector that cannot list its formats',
      () => stubNativeDetector(() => Promise.reject(new Error('no service'))),
    ],
  ])('uses a WebAssembly detector served by the shop when the browser %s', async (_what, prepare) => {
    const opened = prepare();
    expect(await detectValues()).toEqual(['read by the fallback']);
    expect(opened ?? []).toEqual([]);
    expect(fallback).toEqual({
      loaded: 1,
      formats: [expect.arrayContaining(OURS)],
      wasm: ['/assets/zxing_reader.wasm'],
    });
  });
});
