import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { TestCase, TestModule } from 'vitest/node';
import type { RunFacts } from './outcomes.ts';

/**
 * Writes what vitest's JSON report leaves out to the file that RUN_FACTS names, and says at once which test failed or
 * was tried again, so a run that is cut off has named it.
 */
export default class FlakyReporter {
  private readonly flaky: RunFacts['flaky'] = [];

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    const found = test.diagnostic();
    if (state !== 'failed' && !found?.flaky) return;
    const name = `${test.module.relativeModuleId} > ${test.fullName}`;
    const cause = errors?.[0]?.message ?? 'unknown';
    console.log(`\n${state === 'failed' ? 'FAILED' : 'Tried again'}: ${name}: ${cause.split('\n')[0]}`);
    if (found?.flaky) this.flaky.push({ test: name, passed: `at try ${found.retryCount + 1}`, cause });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const facts: RunFacts = { flaky: this.flaky, outsideTests: errors.map((error) => error.message) };
    if (process.env.RUN_FACTS) writeFileSync(process.env.RUN_FACTS, JSON.stringify(facts));
  }
}
