import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import FailureReporter from './failure-reporter.ts';

const reporter = new FailureReporter();

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('failure reporter', () => {
  it.each([
    [{ message: 'first line\nsecond line' }, 'first line'],
    [{}, 'unknown'],
    [{ message: 12 }, '12'],
  ])('prints the name and cause of a failed test that threw %j', (error, cause) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const result = () => ({ state: 'failed', errors: [error] });
    reporter.onTestCaseResult({ fullName: 'adds', module: { relativeModuleId: 'a.test.ts' }, result } as never);
    expect(log).toHaveBeenCalledWith(`\nFAILED: a.test.ts > adds: ${cause}`);
  });

  it('records the wall time of each file, including imports and hooks, and the databases of the run', () => {
    const folder = mkdtempSync(join(tmpdir(), 'handsel-report-'));
    const path = join(folder, 'details.json');
    vi.stubEnv('RUN_DETAILS_FILE', path);
    const diagnostic = () => ({
      environmentSetupDuration: 1_000,
      prepareDuration: 200,
      setupDuration: 30,
      collectDuration: 4_000,
      duration: 500,
    });
    const module = (moduleId: string, testDatabases?: object) => ({
      moduleId,
      diagnostic,
      project: { getProvidedContext: () => ({ testDatabases }) },
    });
    reporter.onTestRunEnd([module('/a.test.ts'), module('/b.test.ts', { kinds: ['embedded'] })] as never);
    const written = JSON.parse(readFileSync(path, 'utf8'));
    rmSync(folder, { recursive: true });
    expect(written).toEqual({ seconds: { '/a.test.ts': 5.73, '/b.test.ts': 5.73 }, databases: ['embedded'] });
  });
});
