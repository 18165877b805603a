import { Children, cloneElement, type JSX, type ReactElement, type ReactNode } from 'react';
import { Scripts } from 'react-router';

/** Must be a variable name, because browsers expose elements as variables named by id. */
const CODE_ID = 'pageCode';

/** Maximum time in milliseconds that pictures may delay a page's code. */
const PATIENCE_MS = 2_000;

/**
 * Loads code after first paint, because on slow networks its 100 kB would delay the first images. Loads it immediately
 * on input or if the service worker has cached it. Browsers do not retry failed code, so the page reloads when back
 * online or at a tap on a button.
 */
export const startCode = `{const code=window.${CODE_ID};
if(code)new Promise(start=>{
for(const input of['pointerdown','keydown','focusin','click'])addEventListener(input,start,1);
setTimeout(start,${PATIENCE_MS});
if(navigator.serviceWorker?.controller)start();
Promise.allSettled([...document.querySelectorAll('img:not([loading=lazy])')].map(image=>image.decode())).then(()=>requestAnimationFrame(()=>requestAnimationFrame(start)))
}).then(()=>{
noCode=()=>{earlyTap=void 0;onclick=ononline=e=>e.target.closest?.('button')===null||fetch('/').then(()=>location.reload())};
const add=(name,what)=>document.head.append(Object.assign(document.createElement(name),what));
for(const href of code.dataset.preload.split(' '))add('link',{rel:'modulepreload',href});
add('script',{type:'module',nonce:code.nonce,textContent:code.textContent,onerror:noCode})
})}`;

type Part = ReactElement<{
  children?: ReactNode;
  type?: string;
  href?: string;
  dangerouslySetInnerHTML?: { __html: string };
}>;

const listParts = (parent: Part | null): Part[] => Children.toArray(parent?.props.children) as Part[];

/** Appends an error handler to the script's last statement, which imports the entry. */
const appendErrorHandler = ({ props }: Part) => ({
  dangerouslySetInnerHTML: { __html: `${props.dangerouslySetInnerHTML?.__html.replace(/;\s*$/, '')}.catch(noCode)` },
});

/** Renders module scripts as plain text, which startCode runs later. */
function WaitingScripts(): JSX.Element {
  const parts = listParts(Scripts({}) as Part | null);
  const preload = parts.flatMap(({ props }) => props.href ?? []).join(' ');
  const waiting = { id: CODE_ID, type: 'text/plain', 'data-preload': preload };
  return (
    <>
      {parts
        .flatMap(listParts)
        .map((script) =>
          script.props.type === 'module' ? cloneElement(script, { ...waiting, ...appendErrorHandler(script) }) : script,
        )}
    </>
  );
}

/** In the browser, this is the unchanged `Scripts`, because hydration keeps the server's attributes. */
export const LateScripts = import.meta.env.SSR ? WaitingScripts : Scripts;
