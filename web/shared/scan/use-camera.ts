import { type RefObject, useEffect, useRef, useState } from 'react';
import { openDetector } from './detector.ts';

export type CameraState = 'off' | 'starting' | 'on' | 'refused' | 'missing';

const BETWEEN_MS = 120;
/** A barcode absent for this long counts as new. */
const AWAY_MS = 1_500;

type CameraUse = { onScan: (text: string) => unknown; asked: boolean; justScanned: string };

/**
 * Reads each barcode once while it is in view. `justScanned` was read earlier: while it is still in view, it is not
 * read again and `isStillInView` is true.
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>, { onScan, asked, justScanned }: CameraUse) {
  const [state, setState] = useState<CameraState>('off');
  const [isStillInView, setStillInView] = useState(false);
  const [isWanted, setWanted] = useState(asked);
  const latest = useRef(onScan);
  const before = useRef(justScanned);
  useEffect(() => {
    latest.current = onScan;
  }, [onScan]);

  useEffect(() => {
    navigator.permissions
      ?.query({ name: 'camera' as PermissionName })
      .then(({ state: permission }) => permission === 'granted' && setWanted(true))
      .catch(() => undefined);
  }, []);

  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    let stop: () => void = () => undefined;
    async function start() {
      setState('starting');
      try {
        const onText = (text: string) => latest.current(text);
        const watched = { onText, justScanned: before.current, onStillInView: setStillInView };
        stop = await openCamera(video.current, watched, controller.signal);
        if (!controller.signal.aborted) setState('on');
      } catch (error) {
        if (controller.signal.aborted) return;
        setState((error as Error).name === 'NotAllowedError' ? 'refused' : 'missing');
        setWanted(false);
      }
    }
    const follow = () => {
      stop();
      if (document.visibilityState === 'visible') void start();
    };
    void start();
    document.addEventListener('visibilitychange', follow);
    return () => {
      controller.abort();
      stop();
      document.removeEventListener('visibilitychange', follow);
    };
  }, [isWanted, video]);
  return { state, isStillInView, switchOn: () => setWanted(true) };
}

type Watched = { onText: (text: string) => unknown; justScanned: string; onStillInView: (isThere: boolean) => void };

async function openCamera(
  video: HTMLVideoElement | null,
  { onText, justScanned, onStillInView }: Watched,
  signal: AbortSignal,
): Promise<() => void> {
  if (!video || !navigator.mediaDevices) throw new Error('This device has no camera.');
  const constraints = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video: constraints, audio: false });
  let stopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    const detector = await openDetector();
    if (signal.aborted) {
      stop();
      return stop;
    }
    video.srcObject = stream;
    await video.play();
    let last = { text: justScanned, time: performance.now() };
    let before = justScanned;
    const look = async () => {
      const found = video.readyState < 2 ? [] : await detector.detect(video).catch(() => []);
      if (stopped) return;
      const now = performance.now();
      const text = found[0]?.rawValue ?? '';
      const isAway = now - last.time > AWAY_MS;
      const isNew = text !== '' && (text !== last.text || isAway);
      if (isNew || isAway) before = '';
      if (before === '' || text === before) onStillInView(before !== '');
      if (text !== '') last = { text, time: now };
      // Forgets a code that could not be used, so that it is read again while it stays in view.
      if (isNew && onText(text) === false) last = { text: '', time: 0 };
      timer = setTimeout(look, BETWEEN_MS);
    };
    void look();
    return stop;
  } catch (error) {
    stop();
    throw error;
  }
}
