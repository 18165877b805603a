import type { TestCase } from 'vitest/node';

/**
 * A reporter that names the tests that passed only when they were retried, so that they get fixed.
 */
export default class FlakyReporter {
  private readonly names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const found = test.diagnostic();
    if (found?.flaky)
      this.names.push(`  ${test.module.relativeModuleId} > ${test.fullName} (tries: ${found.retryCount + 1})`);
  }

  onTestRunEnd(): void {
    if (this.names.length > 0) console.log(['', 'Passed only when retried:', ...this.names].join('\n'));
  }
}
