import type { CSSProperties } from 'react';

const sparks = Array.from({ length: 16 }, (_, index) => {
  const angle = (index / 16) * 2 * Math.PI + (index % 2) * 0.2;
  const far = 9 + (index % 4) * 2.5;
  const style = {
    '--x': `${(Math.cos(angle) * far).toFixed(1)}rem`,
    '--y': `${(Math.sin(angle) * far - 2).toFixed(1)}rem`,
    '--turn': `${(index % 5) * 130 - 260}deg`,
    backgroundColor: ['var(--accent)', 'var(--gold)', 'var(--good)', 'var(--ribbon)'][index % 4],
  } as CSSProperties;
  return { angle, style };
});

export function Wrapping() {
  return (
    <div aria-hidden="true" className="wrapping">
      <span className="wrapping-half" />
      <span className="wrapping-half" />
      <span className="wrapping-ribbon wrapping-ribbon-across" />
      <span className="wrapping-ribbon wrapping-ribbon-down" />
      {sparks.map(({ angle, style }) => (
        <span key={angle} className="wrapping-spark" style={style} />
      ))}
      <svg aria-hidden="true" viewBox="0 0 152 104" className="wrapping-bow">
        <g fill="var(--ribbon)">
          <path d="M70 56 48 100l15-6 8 9 12-38zM82 56l22 44-15-6-8 9-12-38z" />
          <path d="M76 48C60 12 22 2 8 16s2 44 68 38z" />
          <path d="M76 48C92 12 130 2 144 16s-2 44-68 38z" />
        </g>
        <g fill="none" stroke="#0000002e" strokeWidth="3" strokeLinecap="round">
          <path d="M70 46C56 26 36 20 26 24M82 46c14-20 34-26 44-22" />
        </g>
        <rect x="63" y="36" width="26" height="28" rx="9" fill="var(--ribbon)" stroke="#00000024" strokeWidth="2" />
      </svg>
    </div>
  );
}
