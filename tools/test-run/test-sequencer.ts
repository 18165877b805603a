import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes though they are short. */
const SLOW = /\/(chaos|gallery|screens|offline|kill|resiliency)[\w-]*\.test\.ts$/;

/** Slow files begin first, so that none is left running alone at the end. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => (SLOW.test(moduleId) ? 0 : 1);
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return sorted.sort((one, other) => group(one) - group(other) || rank(one) - rank(other));
  }
}
