import { writeFileSync } from 'node:fs';
import type { TestCase, TestModule, TestSuite } from 'vitest/node';
import type { RunDetails } from './outcomes.ts';

/**
 * Prints failures immediately, in case the run is interrupted. Also writes to `RUN_DETAILS_FILE` the details that
 * vitest's JSON report lacks.
 */
export default class FailureReporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'failed') printFailure(`${test.module.relativeModuleId} > ${test.fullName}`, errors);
  }

  onTestSuiteResult(suite: TestSuite): void {
    if (suite.errors().length > 0) printFailure(`${suite.module.relativeModuleId} > ${suite.fullName}`, suite.errors());
  }

  onTestModuleEnd(module: TestModule): void {
    if (module.errors().length > 0) printFailure(module.relativeModuleId, module.errors());
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const path = process.env.RUN_DETAILS_FILE;
    if (path) writeFileSync(path, JSON.stringify(collectDetails(modules)));
  }
}

/** Tests can throw anything, even without a `message`. */
function printFailure(name: string, errors: readonly { message?: unknown }[] = []): void {
  const [cause] = String(errors[0]?.message ?? 'unknown').split('\n');
  console.log(`\nFAILED: ${name}: ${cause}`);
}

function collectDetails(modules: readonly TestModule[]): RunDetails {
  const seconds = Object.fromEntries(modules.map((module) => [module.moduleId, wallSeconds(module)]));
  const kinds = modules.flatMap(({ project }) => project.getProvidedContext().testDatabases?.kinds ?? []);
  return { seconds, databases: kinds.length > 0 ? [...new Set(kinds)] : undefined };
}

function wallSeconds(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  return (environmentSetupDuration + prepareDuration + setupDuration + collectDuration + duration) / 1_000;
}
