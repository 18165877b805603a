import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { TestCase, TestModule } from 'vitest/node';
import type { RunFacts } from './outcomes.ts';

/** Writes what vitest's JSON report leaves out to the file that RUN_FACTS names. */
export default class FlakyReporter {
  private readonly flaky: RunFacts['flaky'] = [];

  onTestCaseResult(test: TestCase): void {
    const found = test.diagnostic();
    if (!found?.flaky) return;
    this.flaky.push({
      test: `${test.module.relativeModuleId} > ${test.fullName}`,
      passed: `at try ${found.retryCount + 1}`,
      cause: test.result().errors?.[0]?.message ?? 'unknown',
    });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const facts: RunFacts = { flaky: this.flaky, outsideTests: errors.map((error) => error.message) };
    if (process.env.RUN_FACTS) writeFileSync(process.env.RUN_FACTS, JSON.stringify(facts));
  }
}
