import type { ReactNode } from 'react';

const marks: Record<string, ReactNode> = {
  visa: (
    <g fill="#1a2f8f">
      <path d="M6.2 8.3h2.500l1.300 6.300 2.300-6.300h2.500l-4 9.600H8.400z" />
      <path d="M15.300 8.300h2.400l-1.600 9.600h-2.400z" />
      <path d="M24.400 8.500l-.4 2c-1.500-.7-3-.6-3 .2 0 1.100 3.100 1.200 3.100 3.900 0 2.900-3.400 4-6.400 2.900l.4-2.100c1.600.8 3.500.7 3.500-.3 0-1.200-3.100-1.100-3.100-3.800 0-2.500 2.900-3.700 5.900-2.800z" />
      <path d="M28.600 8.300h2.300l2.500 9.600h-2.400l-.3-1.500h-3l-.7 1.500h-2.500zm1 2.900l-1.200 3.200h1.900z" />
    </g>
  ),
  mastercard: (
    <g>
      <circle cx="15" cy="13" r="7.500" fill="#e0202b" />
      <circle cx="24" cy="13" r="7.500" fill="#f5a11c" />
      <path d="M19.500 7a7.500 7.500 0 0 1 0 12 7.500 7.500 0 0 1 0-12z" fill="#f2681f" />
    </g>
  ),
  amex: (
    <g>
      <rect width="39" height="26" rx="4" fill="#1f72cd" />
      <path
        d="M4.500 17l3.300-8 3.300 8M5.700 14.500h4.200M13 17V9l3.500 5L20 9v8M27.500 9H23v8h4.500M23 13h4M29.500 9l5.500 8M35 9l-5.500 8"
        fill="none"
        stroke="#fff"
        strokeWidth="1.700"
      />
    </g>
  ),
  jcb: (
    <g fill="none" strokeWidth="1.600" stroke="#fff">
      <rect x="7" y="4" width="8" height="18" rx="3" fill="#1668b8" stroke="none" />
      <rect x="15.500" y="4" width="8" height="18" rx="3" fill="#d3273e" stroke="none" />
      <rect x="24" y="4" width="8" height="18" rx="3" fill="#1f9146" stroke="none" />
      <path d="M12.500 9.500v5.500a2 2 0 0 1-3.500 1M22 11a2.600 2.600 0 1 0 0 4M26 9.800h2.200a1.500 1.500 0 0 1 0 3.100H26zM26 12.900h2.500a1.600 1.600 0 0 1 0 3.300H26z" />
    </g>
  ),
  unionpay: (
    <g>
      <path d="M10 4h8l-3.500 18h-8z" fill="#d5202f" />
      <path d="M17 4h8l-3.500 18h-8z" fill="#134b7d" />
      <path d="M24 4h8.500L29 22h-8.500z" fill="#0d7b78" />
      <path
        d="M13.500 10l-.7 4a1.700 1.700 0 0 0 3.300.6l.8-4.600M27 10l-1 6.500M27 10h1.400a1.600 1.600 0 0 1-.4 3.200h-1.400"
        fill="none"
        stroke="#fff"
        strokeWidth="1.400"
      />
    </g>
  ),
};

const names: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

function hasMark(brand: string): boolean {
  return Object.hasOwn(marks, brand.toLowerCase());
}

function brandName(brand: string): string {
  return names[brand.toLowerCase()] ?? brand.toUpperCase();
}

export function BrandMark({ brand }: { brand: string }) {
  if (!hasMark(brand))
    return <span className="text-[min(0.9375rem,4.2vw)] font-bold tracking-wide">{brand.toUpperCase()}</span>;
  return (
    <svg role="img" aria-label={brandName(brand)} viewBox="-0.5 -0.5 40 27" className="h-7 w-auto shrink-0">
      <rect width="39" height="26" rx="4" fill="#fff" className="stroke-line" />
      {marks[brand.toLowerCase()]}
    </svg>
  );
}
