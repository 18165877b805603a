import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CallName, calls } from '#contract/calls.ts';
import { runExamples } from '#test/generators/call-examples.ts';
import { databaseKinds } from '#test/support/database.ts';

const FILE = join(import.meta.dirname, 'call-examples.json');

/** WRITE_EXAMPLES=1 records new examples. */
it.each(databaseKinds())(
  'answers every call on %s with the example in the API description',
  { timeout: 120_000 },
  async (kind) => {
    const { examples, description } = await runExamples(kind);
    if (process.env.WRITE_EXAMPLES) writeFileSync(FILE, `${JSON.stringify(examples, null, 2)}\n`);
    const help = 'Make the call in test/generators/call-examples.ts, then run this test with WRITE_EXAMPLES=1.';
    expect(Object.keys(examples).toSorted(), help).toEqual(Object.keys(calls).toSorted());
    expect(JSON.parse(JSON.stringify(examples)), help).toEqual(JSON.parse(readFileSync(FILE, 'utf8')));
    for (const name of Object.keys(calls) as CallName[]) {
      const [method = '', path = ''] = name.split(' ');
      const operation = description.paths[`/rest/{store}/V1/${path}`][method.toLowerCase()];
      const { body, answer } = examples[name] ?? {};
      expect(operation.responses['200'].content['application/json'].example, name).toEqual(answer);
      if (body) expect(operation.requestBody.content['application/json'].example, name).toEqual(body);
    }
  },
);
