export const hue = {
  paper: '#FBF8F3',
  cream: '#F4EADA',
  sand: '#E6D2B1',
  clay: '#C98A5E',
  terracotta: '#B4532F',
  coral: '#D9482B',
  salmon: '#EE8D6E',
  blush: '#F5CFC2',
  rose: '#D98695',
  plum: '#6A2C47',
  lilac: '#C9BFE2',
  ochre: '#E3A52F',
  butter: '#F6DC96',
  sage: '#B7CBAE',
  moss: '#6F8F5F',
  leaf: '#2F8A5B',
  pine: '#14664E',
  forest: '#0D4335',
  mint: '#D3E7DA',
  sky: '#A5CDE0',
  mist: '#DCEAF0',
  sea: '#3E8CA6',
  navy: '#1E3858',
  night: '#152740',
  ink: '#1D1B1A',
  bark: '#5A3A2C',
  oak: '#D8A771',
  stone: '#A39B90',
  white: '#FFFFFF',
} as const;

export type Hue = keyof typeof hue;

/** `part`: 0 returns the first colour, 1 the second. */
export function mix(first: string, second: string, part: number): string {
  const channel = (hex: string, start: number) => Number.parseInt(hex.slice(start, start + 2), 16);
  const mixChannel = (start: number) => Math.round(channel(first, start) * (1 - part) + channel(second, start) * part);
  return `#${[1, 3, 5].map((start) => mixChannel(start).toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

export const darker = (hex: string, part = 0.16) => mix(hex, hue.ink, part);
export const lighter = (hex: string, part = 0.3) => mix(hex, hue.white, part);
