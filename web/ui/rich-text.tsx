import { DEFAULT_LANGUAGE } from '#contract/rules/languages.ts';
import { classes } from './classes.ts';

/** Safe, because the server allows only a short list of tags. */
export function RichText({ html, className }: { html: string; className?: string }) {
  return (
    <div
      lang={DEFAULT_LANGUAGE}
      className={classes(
        'space-y-3 text-17 [&_a]:underline [&_a]:underline-offset-4 [&_h2]:text-20 [&_h3]:text-17',
        '[&_li]:ml-5 [&_ol]:list-decimal [&_ul]:list-disc [&_img]:h-auto [&_img]:max-w-full [&_table]:block [&_table]:overflow-x-auto',
        className,
      )}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when the product came in.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
