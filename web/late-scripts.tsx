import { Children, cloneElement, isValidElement, type JSX, type ReactElement, type ReactNode } from 'react';
import { Scripts } from 'react-router';

type Parts = ReactElement<{ children: ReactNode }> | null;

/**
 * React Router's scripts, asked for after the pictures on screen: the page stands and can be read without them, and on a slow network
 * its hundred kilobytes would come before the picture a shopper waits for.
 */
export function LateScripts(): JSX.Element {
  const { children } = (Scripts({}) as Parts)?.props ?? {};
  return (
    <>
      {Children.map(children, (part) =>
        isValidElement<{ fetchPriority?: string }>(part) && part.type === 'link'
          ? cloneElement(part, { fetchPriority: 'low' })
          : part,
      )}
    </>
  );
}
