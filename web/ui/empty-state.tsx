import type { ReactNode } from 'react';

type EmptyStateProps = {
  picture: ReactNode;
  title: string;
  text?: string;
  children?: ReactNode;
  heading?: 'h1' | 'h2';
};

export function EmptyState({ picture, title, text, children, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-12 text-center">
      <div aria-hidden="true" className="mb-2 text-accent">
        {picture}
      </div>
      <Heading className="text-25">{title}</Heading>
      {text && <p className="text-17 text-muted">{text}</p>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}
