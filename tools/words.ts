import { runProgram } from './test-run/test-runs.ts';

// npm run words: extracts all UI texts into web/* /catalogues/*.po.
const outcome = await runProgram('words', '@lingui/cli/dist/lingui.js', ['extract', '--clean']);
process.exit(outcome.failed);
