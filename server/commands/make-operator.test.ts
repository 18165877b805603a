import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { operatorCommand } from './make-operator.ts';

const MOBILE = '+61412345678';

describe.each(databaseKinds())('npm run operator on %s', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await openTestShop(kind);
  });
  afterEach(() => shop.close());

  const operator = async (...argv: string[]) => {
    const { status, output, errorOutput } = await giveCommand(shop.context, operatorCommand, ...argv);
    expect([status, errorOutput]).toEqual([0, []]);
    return output;
  };

  it('creates an operator from a mobile number typed with spaces, and lists all operators', async () => {
    expect(await operator('--list')).toEqual(['No operators.']);
    expect(await operator('--mobile', '0412 345 678', '--name', ' Wren Banks ', '--role', 'owner')).toEqual([
      `${MOBILE}, owner, Wren Banks: created.`,
    ]);
    expect(await operator('--mobile', '+61412345679')).toEqual(['+61412345679, risk,support: created.']);
    expect(await operator('--list')).toEqual([`${MOBILE}, owner, Wren Banks`, '+61412345679, risk,support']);
  });

  it('treats all formats of a mobile number as one operator', async () => {
    const [line] = await operator('--mobile', '+64 (0)21 123 456');
    expect(line).toBe('+6421123456, risk,support: created.');
    for (const spelling of ['+64021123456', '0011 64 21 123 456', '+64\u201321\u2013123456'])
      expect(await operator('--mobile', spelling)).toEqual([
        '+6421123456, risk,support: already exists, nothing changed.',
      ]);
    expect(await operator('--list')).toEqual(['+6421123456, risk,support']);
  });

  it('changes only the given fields of an existing operator, and reports when nothing changed', async () => {
    await operator('--mobile', MOBILE, '--name', 'Wren', '--role', 'owner');
    expect(await operator('--mobile', '0412345678')).toEqual([
      `${MOBILE}, owner, Wren: already exists, nothing changed.`,
    ]);
    expect(await operator('--mobile', MOBILE, '--role', 'auditor,finance,auditor')).toEqual([
      `${MOBILE}, finance,auditor, Wren: changed (was owner).`,
    ]);
    expect(await operator('--mobile', MOBILE, '--name', 'Robin', '--disable')).toEqual([
      `${MOBILE}, finance,auditor, Robin, disabled: changed (was named Wren, was enabled).`,
    ]);
    expect(await operator('--mobile', MOBILE, '--disable')).toEqual([
      `${MOBILE}, finance,auditor, Robin, disabled: already exists, nothing changed.`,
    ]);
    expect(await operator('--mobile', MOBILE, '--enable')).toEqual([
      `${MOBILE}, finance,auditor, Robin: changed (was disabled).`,
    ]);
    expect(await operator('--list')).toEqual([`${MOBILE}, finance,auditor, Robin`]);
  });

  it('creates one operator from ten concurrent commands', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => operator('--mobile', MOBILE, '--role', 'owner')));
    expect(all.filter(([line]) => line?.endsWith('created.'))).toHaveLength(1);
    expect(await operator('--list')).toEqual([`${MOBILE}, owner`]);
  });
});

it.each([
  [[], '--mobile takes a mobile number such as 0412345678.'],
  [['--mobile', 'wren'], '--mobile takes a mobile number such as 0412345678.'],
  [['--mobile', '0298765432'], '--mobile takes a mobile number such as 0412345678.'],
  [['--mobile', MOBILE, '--role', 'risk,king'], /^--role takes one or more of owner, risk, .*, not "king"\.$/],
  [['--mobile', MOBILE, '--role', ''], /^--role takes one or more of .*, not ""\.$/],
  [['--mobile', MOBILE, '--name', ' '], '--name takes a name of 1 to 80 characters.'],
  [['--mobile', MOBILE, '--disable', '--enable'], 'Use --disable or --enable, not both.'],
  [['--list', '--mobile', MOBILE], 'Use --list without other options.'],
  [['--mobile', MOBILE, 'now'], /Unexpected argument/],
  [['--mobil', MOBILE], /Unknown option/],
])('explains invalid arguments: %j', (argv, sentence) => {
  expect(() => operatorCommand.read(argv, '/')).toThrow(sentence);
});
