import { hue, lighter, mix } from './palette.ts';
import { picture, place } from './shapes.ts';
import {
  closeUp,
  FOOT,
  PRODUCT_HEIGHT,
  PRODUCT_WIDTH,
  pattern,
  type StageName,
  shadow,
  stages,
  type Tones,
} from './stages.ts';

/** `height`: of the object. `width`: of its shadow, or 0 if the object hangs or lies flat. */
export type Sketch = {
  stage: StageName;
  tones: Tones;
  object: string;
  height: number;
  width: number;
  props?: string;
  /** Height above the floor line, in stage units. */
  lift?: number;
  scale?: number;
};

const ROOM_FOR_OBJECT = 720;

function drawInRoom({ stage, tones, object, height, width, props = '', lift = 0, scale }: Sketch): string {
  const size = scale ?? Math.min(1.75, ROOM_FOR_OBJECT / height, 760 / Math.max(width, 300));
  const thing = place({ x: FOOT.x, y: FOOT.y - lift, scale: size }, width ? shadow(width) : '', object);
  return picture(PRODUCT_WIDTH, PRODUCT_HEIGHT, stages[stage](tones), props, thing);
}

/** `shot` 1: in a room, 2: close up, 3: repeated pattern. */
export function productPicture(sketch: Sketch, shot: number): string {
  const [wall, shape, table] = sketch.tones;
  if (shot === 1) return drawInRoom(sketch);
  if (shot === 2) return closeUp(sketch.object, sketch.height, [shape, lighter(shape, 0.3), mix(shape, wall, 0.6)]);
  return pattern(sketch.object, sketch.height, sketch.width || 500, [
    wall,
    mix(wall, shape, 0.55),
    table === wall ? hue.cream : table,
  ]);
}
