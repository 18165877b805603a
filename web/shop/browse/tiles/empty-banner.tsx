import type { ReactNode } from 'react';

type EmptyBannerProps = {
  picture: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
  heading?: 'h1' | 'h2';
};

export function EmptyBanner({ picture, title, text, children, heading: Heading = 'h2' }: EmptyBannerProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-12 text-center sm:mx-0 sm:mb-8 sm:max-w-none sm:flex-row sm:gap-8 sm:rounded-card sm:bg-accent-soft sm:p-8 sm:text-left">
      <div aria-hidden="true" className="mb-2 shrink-0 text-accent sm:mb-0">
        {picture}
      </div>
      <div className="flex flex-col items-center gap-3 sm:items-start">
        <Heading className="text-25">{title}</Heading>
        <p className="max-w-xl text-17 text-muted">{text}</p>
        <div className="mt-3 flex flex-wrap justify-center gap-3 sm:justify-start">{children}</div>
      </div>
    </div>
  );
}
