import { accessSync, constants, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readCents } from '#server/domain/catalogue/formats/amounts.ts';
import { formatRepeatedError, formatRowError, type RowErrors } from '#server/domain/catalogue/formats/row-errors.ts';
import type { PlannedCounts } from '#server/domain/catalogue/import/apply/planned-store.ts';
import { type ImportResult, importCatalogue } from '#server/domain/catalogue/import/import.ts';
import { type Counts, countChanges } from '#server/domain/catalogue/import/load-file.ts';
import { readHost } from '#server/domain/catalogue/import/pictures/fetch-picture.ts';
import { recordBothEnds } from '#server/domain/operators/record-action.ts';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import { formatCount } from '#server/platform/kernel/plain-texts.ts';
import { type Command, type Output, openActingParts } from './shared/command.ts';

const USAGE =
  'Use: npm run import -- FILE.csv... [--seller NAME-or-SHOP_URL] [--move-to SHOP_URL] [--root NAME... | --root none] [--shipping 9.95] [--pictures FOLDER] [--pictures-from HOST...] [--fresh-pictures] [--dry-run] [--skip-wrong | --strict] (docs/how-to/import-a-catalogue.md)';
const MAX_SHOWN = 50;

export const importCommand: Command = {
  usage: USAGE,
  words: {
    '': { needs: 'catalogue.many', leaves: 'catalogue.imported' },
  },
  read(argv, cwd) {
    const { names, options } = readArguments(argv, cwd);
    return async (shop, output) => {
      const { settings, clock } = shop;
      const parts = await openActingParts(shop);
      try {
        const load = () =>
          importCatalogue(parts.database, {
            ...options,
            now: clock.now(),
            ownSeller: settings.OPERATOR_NAME,
            publicUrl: settings.publicUrl,
            onProgress: output.progress,
            signal: output.signal,
          });
        const act = { action: 'catalogue.imported', subject: 'catalogue', result: createResultSummary(names) } as const;
        const result = options.dryRun ? await load() : await recordBothEnds(parts, act, load);
        return report(result, names, output);
      } catch (error) {
        if (error !== output.signal.reason) throw error;
        output.complain(`${(error as Error).message} Nothing was loaded.`);
        return 1;
      }
    };
  },
};

const createResultSummary =
  (names: string[]) =>
  ({ rowErrors, loaded }: ImportResult): Record<string, unknown> => ({
    files: names.map((name) => basename(name)),
    errors: rowErrors.errors(),
    loaded: loaded.map(({ counts }) => counts),
  });

function readArguments(argv: string[], cwd: string) {
  const { values, positionals: names } = parseArgs({
    args: argv,
    options: {
      seller: { type: 'string' },
      'move-to': { type: 'string' },
      root: { type: 'string', multiple: true },
      shipping: { type: 'string' },
      pictures: { type: 'string' },
      'pictures-from': { type: 'string', multiple: true },
      'fresh-pictures': { type: 'boolean' },
      strict: { type: 'boolean' },
      'skip-wrong': { type: 'boolean' },
      'dry-run': { type: 'boolean' },
    },
    allowPositionals: true,
  });
  if (names.length === 0) throw new TypeError('Name at least one file.');
  const files = names.map((name) => resolveReadableFile(name, cwd));
  const { 'fresh-pictures': freshPictures = false, strict = false } = values;
  const { 'skip-wrong': skipWrong = false, 'dry-run': dryRun = false } = values;
  if (strict && skipWrong) throw new TypeError('Use --strict or --skip-wrong, not both.');
  const pictures = values.pictures === undefined ? null : resolve(cwd, values.pictures);
  if (pictures !== null && !statSync(pictures, { throwIfNoEntry: false })?.isDirectory())
    throw operatorError({
      code: 'no-folder',
      sentence: `There is no folder ${values.pictures}; --pictures takes the folder of local pictures.`,
    });
  const picturesFrom = (values['pictures-from'] ?? []).flatMap((text) => text.split(',')).map(parseHost);
  const shipping =
    values.shipping === undefined || Number(values.shipping) === 0 ? { value: 0 } : readCents(values.shipping);
  if ('wrong' in shipping) throw new TypeError(`--shipping ${shipping.wrong}`);
  const seller = values.seller?.trim() || null;
  const moveTo = values['move-to']?.trim() ?? null;
  if (moveTo === '')
    throw new TypeError('--move-to takes the shop URL of a seller. To list all sellers, run: npm run seller -- list');
  const roots = (values.root ?? []).map((name) => name.trim());
  if (roots.includes('')) throw new TypeError('--root takes the name of a root category, or none.');
  const flags = { freshPictures, strict, skipWrong, dryRun };
  return {
    names,
    options: { files, pictures, picturesFrom, ...flags, seller, moveTo, roots, flatShippingCents: shipping.value },
  };
}

function parseHost(text: string): string {
  const host = readHost(text);
  if (host === null)
    throw new TypeError(`--pictures-from takes host names such as img.example or *.example, not "${text.trim()}".`);
  return host;
}

function resolveReadableFile(name: string, cwd: string): string {
  const file = resolve(cwd, name);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isDirectory())
    throw operatorError({ code: 'no-file', sentence: `${name || '""'} is a folder; name the files in it.` });
  if (!stats?.isFile()) throw operatorError({ code: 'no-file', sentence: `There is no file ${name}.` });
  try {
    accessSync(file, constants.R_OK);
  } catch (cause) {
    throw operatorError({
      code: 'no-file',
      sentence: `${name} is not readable. Give yourself permission to read it.`,
      cause,
    });
  }
  return file;
}

function report({ rowErrors, loaded, planned }: ImportResult, names: string[], output: Output): number {
  const [errors, warnings] = [rowErrors.errors(), rowErrors.warnings()];
  const wentOn = loaded.length + planned.length > 0;
  reportRowErrors(rowErrors, { names, output, wentOn });
  for (const [index, { counts }] of loaded.entries()) output.say(`${names[index]}: ${formatCounts(counts)}`);
  for (const [index, { counts }] of planned.entries()) output.say(`${names[index]}: ${formatPlanned(counts)}`);
  if (planned.length > 0) output.say('Nothing was changed (--dry-run). Pictures were not checked.');
  if (errors > 0 && wentOn)
    output.complain(`${formatCount(errors, 'error')}. The import skipped what they name (--skip-wrong).`);
  if (errors > 0 && !wentOn) {
    output.complain(`${formatCount(errors, 'error')} and ${formatCount(warnings, 'warning')}. Nothing was loaded.`);
    output.complain(
      'Fix the errors and import again: the import then checks the correct rows against each other and against the shop. To load only the rows without errors, add --skip-wrong.',
    );
  }
  return errors > 0 ? 1 : 0;
}

type Listing = { names: string[]; output: Output; wentOn: boolean };

/**
 * Prints errors before warnings, because warnings about drafts would bury them. Lists every skipped row if the import
 * continued, otherwise only the first rows.
 */
function reportRowErrors(rowErrors: RowErrors, { names, output, wentOn }: Listing): void {
  for (const severity of ['error', 'warning'] as const) {
    const found = rowErrors.found()[severity];
    const isGrouped = found > MAX_SHOWN && (wentOn || severity === 'warning');
    const repeated = isGrouped ? rowErrors.repeated(severity) : [];
    const groups = wentOn ? repeated : repeated.slice(0, MAX_SHOWN);
    const single = isGrouped ? [] : rowErrors.listBySeverity(severity).slice(0, MAX_SHOWN);
    for (const error of single) output.complain(formatRowError(error, names));
    for (const error of groups) output.complain(formatRepeatedError(error, names));
    const omittedCount = groups.reduce((left, { count }) => left - count, found - single.length);
    const rest = severity === 'error' ? `${omittedCount} more` : formatCount(omittedCount, 'more warning');
    if (omittedCount > 0) output.complain(`... and ${rest}.`);
  }
}

function formatPlanned({ products, newProducts, variants, newVariants }: PlannedCounts): string {
  const productsText = `${formatCount(products, 'product')} (${newProducts} of them new)`;
  return `would load ${productsText} with ${formatCount(variants, 'variant')} (${newVariants} new).`;
}

function formatCounts(counts: Counts): string {
  if (countChanges(counts) === 0) return 'no changes.';
  const parts: [number, string, string][] = [
    [counts.newProducts, 'new product', 'new products'],
    [counts.changedProducts, 'changed product', 'changed products'],
    [counts.newVariants, 'new variant', 'new variants'],
    [counts.changedVariants, 'changed variant', 'changed variants'],
    [counts.moved, 'change of categories or pictures', 'changes of categories or pictures'],
    [counts.renewedPictures, 'renewed picture', 'renewed pictures'],
    [counts.categories, 'new category', 'new categories'],
    [counts.sellers, 'new seller', 'new sellers'],
    [counts.values, 'new option value', 'new option values'],
  ];
  const changed = parts.filter(([count]) => count > 0).map((part) => formatCount(...part));
  return `${changed.join(', ')}.`;
}
