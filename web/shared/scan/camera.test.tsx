import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawPart } from '#test/web/draw-part.tsx';
import { Camera } from './camera.tsx';

const [CARD, OTHER] = ['9312345678907', '4006381333931'];
const MOVE_AWAY = 'You scanned this card just now. Move it away to scan it again.';

let inView = '';

class Detector {
  static getSupportedFormats = async () => ['code_128', 'qr_code', 'ean_13'];
  detect = async () => (inView === '' ? [] : [{ rawValue: inView }]);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BarcodeDetector', Detector);
  vi.stubGlobal('navigator', {
    mediaDevices: { getUserMedia: async () => ({ getTracks: () => [] }) },
    permissions: { query: async () => ({ state: 'granted' }) },
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const advanceSeconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1_000));

async function openCamera(text: string, justScanned: string) {
  inView = text;
  const read: string[] = [];
  const page = drawPart(<Camera onScan={(code) => read.push(code)} justScanned={justScanned} />);
  await advanceSeconds(3);
  return { read, saysMoveAway: () => page.queryByText(MOVE_AWAY) !== null };
}

it('shows an icon and the start button until the camera is on', async () => {
  vi.stubGlobal('navigator', { permissions: { query: async () => ({ state: 'prompt' }) } });
  const { container, getByRole } = drawPart(<Camera onScan={() => undefined} />);
  await advanceSeconds(1);
  expect(getByRole('button', { name: 'Scan with the camera' })).toBeTruthy();
  const drawings = [...container.querySelectorAll('svg')].map((svg) => svg.matches('.icon:has(> path:only-child)'));
  expect(drawings).toEqual([true]);
});

it('reads a card only once while it stays in view', async () => {
  const camera = await openCamera(CARD, '');
  await advanceSeconds(10);
  expect(camera.read).toEqual([CARD]);
});

it('does not read the last card again until it was moved away, and asks the seller to move it', async () => {
  const camera = await openCamera(CARD, CARD);
  await advanceSeconds(10);
  expect([camera.read, camera.saysMoveAway()]).toEqual([[], true]);

  inView = '';
  await advanceSeconds(1);
  expect(camera.saysMoveAway()).toBe(true);
  await advanceSeconds(1);
  expect(camera.saysMoveAway()).toBe(false);

  inView = CARD;
  await advanceSeconds(1);
  expect([camera.read, camera.saysMoveAway()]).toEqual([[CARD], false]);
});

it('reads a different card immediately', async () => {
  const camera = await openCamera(OTHER, CARD);
  expect([camera.read, camera.saysMoveAway()]).toEqual([[OTHER], false]);
});
