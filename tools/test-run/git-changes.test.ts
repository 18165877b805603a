import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readChanges } from './git-changes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handsel-git-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@shop.example', ...args], {
    cwd: folder,
    stdio: 'pipe',
  });

function commit(file: string): void {
  writeFileSync(join(folder, file), file);
  git('add', '.');
  git('commit', '--message', file);
}

function init(): void {
  git('init', '--initial-branch', 'main');
  commit('one.txt');
}

describe('readChanges', () => {
  it('lists the files changed since a branch left main, including uncommitted ones', () => {
    init();
    git('checkout', '-b', 'work');
    commit('two.txt');
    commit('three.txt');
    writeFileSync(join(folder, 'größer.txt'), 'four');
    const { files, since } = readChanges(undefined, folder);
    expect(files).toEqual(['größer.txt', 'three.txt', 'two.txt']);
    expect(since).toBe('this branch left main');
  });

  it('leaves out files that later commits on main changed', () => {
    init();
    git('checkout', '-b', 'work');
    commit('two.txt');
    git('checkout', 'main');
    commit('elsewhere.txt');
    git('checkout', 'work');
    expect(readChanges('main', folder).files).toEqual(['two.txt']);
  });

  it('lists uncommitted files on main, or the files of its last commit if there are none', () => {
    init();
    commit('two.txt');
    expect(readChanges(undefined, folder)).toMatchObject({
      files: ['two.txt'],
      since: expect.stringContaining('HEAD~1'),
    });
    writeFileSync(join(folder, 'three.txt'), 'three');
    expect(readChanges(undefined, folder)).toMatchObject({ files: ['three.txt'], since: 'the last commit' });
  });

  it('reports that it compares with HEAD~1 if there is no upstream and no main', () => {
    init();
    git('checkout', '-b', 'work');
    git('branch', '--delete', '--force', 'main');
    commit('two.txt');
    commit('three.txt');
    const since = 'HEAD~1 (this branch shares no commit with an upstream or main)';
    expect(readChanges(undefined, folder)).toMatchObject({ files: ['three.txt'], since });
  });

  it('fails if there is no checkout, no earlier commit or no commit with the given name', () => {
    expect(() => readChanges('main', folder)).toThrow('git cannot list the changes');
    init();
    expect(() => readChanges(undefined, folder)).toThrow('There is no earlier commit');
    expect(() => readChanges('mian', folder)).toThrow('The commit "mian" does not exist');
  });
});
