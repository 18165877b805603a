/** Draws Fluent Emoji Flat (Microsoft, MIT; see LICENCES.md) with the bottom centre at the origin. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { place } from './shapes.ts';

type IconSet = { icons: Record<string, { body: string }>; aliases?: Record<string, { parent: string }> };

let icons: IconSet | undefined;

function readIconBody(name: string): string {
  icons ??= JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji-flat/icons.json'), 'utf8'),
  ) as IconSet;
  const icon = icons.icons[name] ?? icons.icons[icons.aliases?.[name]?.parent ?? ''];
  if (!icon) throw new Error(`There is no icon '${name}' in the emoji set`);
  if (icon.body.includes(' id=')) throw new Error(`Icon '${name}' holds ids, which would clash when it is drawn twice`);
  return icon.body;
}

export function emoji(name: string, size: number, recolour: Record<string, string> = {}): string {
  let body = readIconBody(name);
  for (const [from, to] of Object.entries(recolour)) body = body.replaceAll(new RegExp(from, 'gi'), to);
  const scale = size / 32;
  return place({ x: -size / 2, y: -30 * scale, scale }, body);
}
