import type { BarcodeDetectorOptions } from 'barcode-detector/ponyfill';

type Source = HTMLVideoElement | HTMLCanvasElement;
export type Detector = { detect(source: Source): Promise<{ rawValue: string }[]> };
type Format = NonNullable<BarcodeDetectorOptions['formats']>[number];
type NativeDetector = (new (
  options: BarcodeDetectorOptions,
) => Detector) & {
  getSupportedFormats(): Promise<readonly Format[]>;
};

/** Formats of our gift cards first, then other formats found at a counter, so that the till can name them. */
const OURS: Format[] = ['code_128', 'qr_code'];
const FORMATS: Format[] = [...OURS, 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_39', 'itf'];

/** Returns the browser's detector, or a lazily loaded one in WebAssembly if the browser lacks our formats. */
export async function openDetector(): Promise<Detector> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: NativeDetector };
  const supportedFormats = (await Native?.getSupportedFormats().catch(() => [])) ?? [];
  if (Native && OURS.every((format) => supportedFormats.includes(format)))
    return new Native({ formats: FORMATS.filter((format) => supportedFormats.includes(format)) });
  const [{ BarcodeDetector, prepareZXingModule }, { default: address }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  // By default the package loads its WebAssembly file from a third-party server.
  prepareZXingModule({ overrides: { locateFile: () => address } });
  return new BarcodeDetector({ formats: FORMATS });
}
