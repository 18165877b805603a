import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { recordAction } from '#server/domain/operators/record-action.ts';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import { formatCount } from '#server/platform/kernel/plain-texts.ts';
import { replaceLocalities } from '../integrations/places/localities-store.ts';
import { readLocalitiesCsv } from '../integrations/places/read-localities.ts';
import { type Command, openActingParts } from './shared/command.ts';

const USAGE = 'Use: npm run places -- FILE.csv [--attribution "SOURCE TO CREDIT"]';
/** Attribution that the G-NAF licence requires. */
const G_NAF =
  'Incorporates or developed using G-NAF © Geoscape Australia licensed by the Commonwealth of Australia under the Open G-NAF End User Licence Agreement';
const MAX_SHOWN = 20;

export const placesCommand: Command = {
  usage: USAGE,
  words: {
    '': { needs: 'installation.keep', leaves: 'places.loaded' },
  },
  read(argv, cwd) {
    const options = { attribution: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true });
    const [name] = positionals;
    if (name === undefined || positionals.length > 1) throw new TypeError('Name one file.');
    const text = readText(name, cwd);
    return async (shop, output) => {
      const { suburbs, errors } = readLocalitiesCsv(text);
      if (errors.length > 0) {
        for (const error of errors.slice(0, MAX_SHOWN)) output.complain(`${name}: ${error}`);
        if (errors.length > MAX_SHOWN) output.complain(`... and ${errors.length - MAX_SHOWN} more.`);
        output.complain('Nothing was loaded.');
        return 1;
      }
      const attribution = values.attribution ?? G_NAF;
      const parts = await openActingParts(shop);
      const act = { action: 'places.loaded', subject: 'localities', after: { localities: suburbs.length } } as const;
      await replaceLocalities(parts.database, {
        suburbs,
        attribution,
        now: shop.clock.now(),
        also: (tx) => recordAction(parts, tx, act),
      });
      const loaded = formatCount(suburbs.length, 'locality is', 'localities are');
      output.say(`${loaded} loaded. The address search uses the new list from now on.`);
      return 0;
    };
  },
};

function readText(name: string, cwd: string): string {
  try {
    const bytes = readFileSync(resolve(cwd, name));
    if (!bytes.includes(0)) return bytes.toString('utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const sentence = code === 'ENOENT' ? `There is no file ${name}.` : `${name} could not be read (${message}).`;
    throw operatorError({ code: 'no-file', sentence, cause });
  }
  throw operatorError({ code: 'no-file', sentence: `${name} is not a CSV file.` });
}
