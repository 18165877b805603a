export type TextFile = { path: string; text: string };

export type Requirement = { id: string; statement: string };

const WELL_FORMED = /^[A-Z]{2}-\d{2,3}$/;
const IDS_IN_BRACKETS = /\[\s*[A-Z]{2}-\d{2,3}(?:\s*,\s*[A-Z]{2}-\d{2,3})*\s*\]/g;
const ID = /\b[A-Z]{2}-\d{2,3}\b/g;

export function readRequirements(text: string): Requirement[] {
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => {
    const [id = '', statement = ''] = line.split('\t');
    return { id, statement };
  });
}

export function requirementErrors(text: string): string[] {
  const errors = text.startsWith('id\tstatement\n') ? [] : ['1: the header must be "id<TAB>statement"'];
  const seen = new Set<string>();
  for (const [index, line] of text.trimEnd().split('\n').entries()) {
    if (index === 0) continue;
    const [id = '', statement = '', ...extraFields] = line.split('\t');
    if (!WELL_FORMED.test(id)) errors.push(`${index + 1}: "${id}" is not a requirement id`);
    if (seen.has(id)) errors.push(`${index + 1}: ${id} is listed twice`);
    if (statement.trim() === '' || extraFields.length > 0)
      errors.push(`${index + 1}: ${id} must have exactly one statement`);
    seen.add(id);
  }
  return errors;
}

/** Returns the unknown requirement ids in test titles, as 'path: id'. Titles name ids in brackets: [VA-12, VA-13]. */
export function unknownIdsInTitles(tests: TextFile[], requirements: Requirement[]): string[] {
  const knownIds = new Set(requirements.map(({ id }) => id));
  return tests.flatMap(({ path, text }) => {
    const named = (text.match(IDS_IN_BRACKETS) ?? []).flatMap((list) => list.match(ID) ?? []);
    return named.filter((id) => !knownIds.has(id)).map((id) => `${path}: ${id}`);
  });
}

export function idsInSources(sources: TextFile[], requirements: Requirement[]): string[] {
  const areas = new Set(requirements.map(({ id }) => id.slice(0, 2)));
  return sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const ids = (line.match(ID) ?? []).filter((id) => areas.has(id.slice(0, 2)));
      return ids.map((id) => `${path}:${index + 1}: ${id}`);
    }),
  );
}
