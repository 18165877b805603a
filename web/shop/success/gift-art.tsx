import { classes } from '#web/ui/classes.ts';

const confetti: [x: number, y: number, turn: number, colour: string][] = [
  [34, 44, 20, 'fill-good'],
  [58, 18, -30, 'fill-accent'],
  [92, 30, 45, 'fill-warn'],
  [200, 22, 15, 'fill-accent'],
  [226, 46, -40, 'fill-good'],
  [178, 10, 60, 'fill-warn'],
  [246, 92, 10, 'fill-accent'],
  [18, 96, -20, 'fill-warn'],
];

export function GiftArt({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      data-gift-art
      viewBox="0 0 264 176"
      className={classes('h-auto w-full max-w-66', className)}
    >
      <ellipse cx="132" cy="164" rx="92" ry="8" className="fill-sunken" />
      {confetti.map(([x, y, turn, colour]) => (
        <rect
          key={`${x} ${y}`}
          x={x}
          y={y}
          width="7"
          height="12"
          rx="2"
          transform={`rotate(${turn} ${x} ${y})`}
          className={classes('animate-rise', colour)}
        />
      ))}
      <path
        d="M52 132c14-26 34-10 26 4-8 12-26 0-12-18 10-12 26-16 38-16"
        fill="none"
        strokeWidth="2.5"
        strokeDasharray="1 7"
        strokeLinecap="round"
        className="stroke-muted"
      />
      <g className="animate-rise">
        <rect x="104" y="70" width="84" height="86" rx="10" className="fill-accent" />
        <rect x="104" y="70" width="84" height="86" rx="10" fill="#000" opacity="0.06" />
        <rect x="96" y="54" width="100" height="28" rx="8" className="fill-accent" />
        <rect x="138" y="54" width="16" height="102" className="fill-accent-soft" />
        <path
          d="M146 54c-22 2-36-6-34-18 2-14 26-12 34 18 8-30 32-32 34-18 2 12-12 20-34 18z"
          fill="none"
          strokeWidth="8"
          strokeLinejoin="round"
          className="stroke-accent"
        />
        <circle cx="146" cy="55" r="8" className="fill-accent" />
        <circle cx="146" cy="55" r="4" className="fill-accent-soft" />
      </g>
      <g className="animate-rise">
        <circle cx="192" cy="136" r="22" className="fill-good stroke-paper" strokeWidth="5" />
        <path
          d="M182 136.500l7 7 13-14"
          fill="none"
          strokeWidth="5"
          strokeLinecap="round"
          strokeLinejoin="round"
          className="stroke-paper"
        />
      </g>
    </svg>
  );
}
