import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const modules = `${pathToFileURL(join(import.meta.dirname, '../../node_modules')).href}/`;

/**
 * drizzle-orm is some hundred and fifty small files. As ES modules they take a third of a second of every start, as
 * CommonJS a twentieth (docs/decisions/009); what is imported is the same. Only `npm start` needs the haste.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return nextResolve(specifier, context);
    return { url: `${modules}${specifier}/index.cjs`, format: 'commonjs', shortCircuit: true };
  },
});
