import type { BarcodeDetectorOptions } from 'barcode-detector/ponyfill';

type Source = HTMLVideoElement | HTMLCanvasElement;
/** What the browser's own detector and the one of the package have in common. */
export type Detector = { detect(source: Source): Promise<{ rawValue: string }[]> };
type Format = NonNullable<BarcodeDetectorOptions['formats']>[number];
type NativeDetector = (new (
  options: BarcodeDetectorOptions,
) => Detector) & {
  getSupportedFormats(): Promise<readonly Format[]>;
};

/** Those of our gift cards, and those of what else lies on a counter, so that it can be named. */
const OURS: Format[] = ['code_128', 'qr_code'];
const FORMATS: Format[] = [...OURS, 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_39', 'itf'];

/** The browser's own detector, or where it has none that reads our cards, one in WebAssembly, loaded only then. */
export async function openDetector(): Promise<Detector> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: NativeDetector };
  const known = (await Native?.getSupportedFormats().catch(() => [])) ?? [];
  if (Native && OURS.every((format) => known.includes(format)))
    return new Native({ formats: FORMATS.filter((format) => known.includes(format)) });
  const [{ BarcodeDetector, prepareZXingModule }, { default: address }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  // From the shop itself; the package would ask a server of others for it.
  prepareZXingModule({ overrides: { locateFile: () => address } });
  return new BarcodeDetector({ formats: FORMATS });
}
