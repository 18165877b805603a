import { useEffect, useState } from 'react';
import type { Measure } from './fit-text.ts';

export const PICTURE_FACE = '"Bricolage Grotesque Variable", "Display Fallback", system-ui, sans-serif';
/** Measured large and divided, because browsers round glyph widths at small sizes. */
const MEASURED_AT = 200;

let pen: CanvasRenderingContext2D | null = null;

/** Widths in the display face at one weight, as the browser would set them. */
export function measureAt(weight: number): Measure {
  pen ??= document.createElement('canvas').getContext('2d');
  return (text) => {
    if (!pen) return text.length * 0.5;
    pen.font = `${weight} ${MEASURED_AT}px ${PICTURE_FACE}`;
    return pen.measureText(text).width / MEASURED_AT;
  };
}

const FACE_ALONE = '20px "Bricolage Grotesque Variable"';

/** Changes whenever a part of a font has arrived, so that what was measured with a stand-in is measured again. */
export function useFontsLoaded(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const loaded = () => setCount((before) => before + 1);
    document.fonts.addEventListener('loadingdone', loaded);
    // Where the face cannot be fetched the stand-in stays, which is what was measured.
    document.fonts.load(FACE_ALONE).then(loaded, loaded);
    return () => document.fonts.removeEventListener('loadingdone', loaded);
  }, []);
  return count;
}
