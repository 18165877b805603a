import { BaseSequencer, type TestSpecification } from 'vitest/node';

const SLOW = /\/(chaos|gallery|screens|offline|kill|resiliency)[\w-]*\.test\.ts$/;

/** Runs slow files first, so that none runs alone at the end. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => (SLOW.test(moduleId) ? 0 : 1);
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return sorted.sort((spec, other) => group(spec) - group(other) || rank(spec) - rank(other));
  }
}
