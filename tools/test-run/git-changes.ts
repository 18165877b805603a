import { spawnSync } from 'node:child_process';
import { root } from '../checks/source-files.ts';

export type Changes = {
  base: string;
  /** What the files are compared with, such as 'this branch left origin/main'. */
  since: string;
  files: string[];
};

const UPSTREAMS = ['@{upstream}', 'origin/HEAD', 'origin/main', 'main'];

/**
 * Returns the files changed since the merge base with `ref`. Without `ref`, compares with the start of the branch or
 * the last commit. Throws if git cannot compare.
 */
export function readChanges(ref?: string, folder: string = root): Changes {
  const git = createGit(folder);
  const head = git('rev-parse', '--verify', 'HEAD').trim();
  const { base, since } = ref === undefined ? findDefaultBase(git, head) : forkFrom(git, ref);
  const lists = [
    ['diff', '--name-only', '-z', base],
    ['ls-files', '--others', '--exclude-standard', '-z'],
  ];
  const files = lists.flatMap((args) => git(...args).split('\0'));
  return { base, since, files: [...new Set(files)].filter((file) => file !== '').sort() };
}

type Git = (...args: string[]) => string;

type Base = Pick<Changes, 'base' | 'since'>;

function createGit(folder: string): Git {
  return (...args) => {
    const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    if (error) throw new Error(`git cannot list the changes: ${error.message}.`);
    if (status !== 0) throw new Error(`git cannot list the changes: ${stderr.trim() || `git ${args[0]} failed`}`);
    return stdout;
  };
}

function forkFrom(git: Git, ref: string): Base {
  if (resolveCommit(git, ref) === undefined) throw new Error(`The commit "${ref}" does not exist. ${SHALLOW}`);
  const base = findCommonCommit(git, ref);
  if (base === undefined) throw new Error(`HEAD and "${ref}" have no common commit. ${SHALLOW}`);
  return { base, since: ref };
}

const SHALLOW = 'If this is a shallow clone, run `git fetch --unshallow` to add older commits and branches.';

function findDefaultBase(git: Git, head: string): Base {
  const forks = UPSTREAMS.flatMap((ref) => {
    const base = findCommonCommit(git, ref);
    return base === undefined ? [] : [{ base, name: resolveRefName(git, ref) }];
  });
  const fork = forks[0];
  if (fork && fork.base !== head) return { base: fork.base, since: `this branch left ${fork.name}` };
  if (fork && git('status', '--porcelain') !== '') return { base: head, since: 'the last commit' };
  const base = resolveCommit(git, 'HEAD~1');
  if (base === undefined) throw new Error(`There is no earlier commit to compare with. Name a REF. ${SHALLOW}`);
  const reason = fork ? `nothing is new since ${fork.name}` : 'this branch shares no commit with an upstream or main';
  return { base, since: `HEAD~1 (${reason})` };
}

const resolveRefName = (git: Git, ref: string): string => attempt(() => git('rev-parse', '--abbrev-ref', ref)) ?? ref;

const findCommonCommit = (git: Git, ref: string): string | undefined => attempt(() => git('merge-base', 'HEAD', ref));

const resolveCommit = (git: Git, ref: string): string | undefined =>
  attempt(() => git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`));

function attempt(ask: () => string): string | undefined {
  try {
    return ask().trim();
  } catch {
    return undefined;
  }
}
