import type { ReactNode } from 'react';

type LostStateProps = { picture: ReactNode; title: string; text: string; children: ReactNode };

export function LostState({ picture, title, text, children }: LostStateProps) {
  return (
    <div className="page flex grow flex-col items-center justify-center gap-3 py-12 text-center sm:gap-5 lg:flex-row lg:justify-between lg:gap-16 lg:py-16 lg:text-left">
      <div aria-hidden="true" className="mb-2 lg:order-last lg:mb-0 lg:shrink-0">
        {picture}
      </div>
      <div className="max-w-md lg:max-w-xl">
        <h1 className="text-25 lg:text-[2.75rem] lg:leading-[1.1]">{title}</h1>
        <p className="mt-3 text-17 text-muted lg:mt-4 lg:text-20">{text}</p>
        <div className="mt-6 flex flex-wrap justify-center gap-3 lg:mt-8 lg:justify-start">{children}</div>
      </div>
    </div>
  );
}
