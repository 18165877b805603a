import { runProgram } from './test-run/test-runs.ts';

// npm run words: puts every text of the shop into web/*/catalogues/*.po; npm test -- static tells what
// is not translated.
const outcome = await runProgram('words', '@lingui/cli/dist/lingui.js', ['extract', '--clean']);
process.exit(outcome.failed);
