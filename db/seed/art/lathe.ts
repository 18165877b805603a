import { fade, solid } from './shapes.ts';

/** Points as [height, halfWidth], from the foot up. */
export type Profile = [number, number][];
type Band = { from: number; to: number; fill: string };
type Form = { profile: Profile; fill: string; shade?: string; shine?: boolean; bands?: Band[] };

/** Uses monotone cubic interpolation (Fritsch-Carlson), which is smooth and never wider than the points. */
function createWidthCurve(profile: Profile): (height: number) => number {
  const gap = (i: number) => profile[i + 1]![0] - profile[i]![0];
  const slope = (i: number) => (profile[i + 1]![1] - profile[i]![1]) / gap(i);
  const last = profile.length - 1;
  const tangent = profile.map((_, i) => {
    if (i === 0) return slope(0);
    if (i === last) return slope(last - 1);
    const [before, after] = [slope(i - 1), slope(i)];
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
  return (height) => {
    let i = 0;
    while (i < last - 1 && height > profile[i + 1]![0]) i += 1;
    const t = (height - profile[i]![0]) / gap(i);
    const [t2, t3] = [t * t, t * t * t];
    return (
      (2 * t3 - 3 * t2 + 1) * profile[i]![1] +
      (t3 - 2 * t2 + t) * gap(i) * tangent[i]! +
      (3 * t2 - 2 * t3) * profile[i + 1]![1] +
      (t3 - t2) * gap(i) * tangent[i + 1]!
    );
  };
}

const STEPS = 30;

/** `left` and `right`: edges as shares of the half-width, from -1 (left) to 1 (right). */
function slice(profile: Profile, from: number, to: number, left = -1, right = 1): string {
  const width = createWidthCurve(profile);
  const heights = Array.from(
    { length: STEPS + 1 },
    (_, i) => from + (to - from) * (0.5 - 0.5 * Math.cos((Math.PI * i) / STEPS)),
  );
  const point = (height: number, share: number) => `${(width(height) * share).toFixed(1)} ${(-height).toFixed(1)}`;
  const rightEdge = heights.map((height) => point(height, right));
  const leftEdge = heights.toReversed().map((height) => point(height, left));
  return `M${rightEdge.join('L')}L${leftEdge.join('L')}Z`;
}

export function lathe({ profile, fill, shade = '#1D1B1A', shine = true, bands = [] }: Form): string {
  const [foot, top] = [profile[0]![0], profile.at(-1)![0]];
  const height = top - foot;
  return [
    solid(slice(profile, foot, top), fill),
    ...bands.map((band) => solid(slice(profile, band.from, band.to), band.fill)),
    fade(0.13, solid(slice(profile, foot, top, 0.42, 1), shade)),
    shine ? fade(0.28, solid(slice(profile, foot + height * 0.14, top - height * 0.12, -0.78, -0.62), '#FFFFFF')) : '',
  ].join('');
}
