import { checkDevelopmentPackages } from './builds/build-if-stale.ts';
import { isServerBuilt, runBuilt } from './builds/server-build.ts';

// Runs the operator commands (npm run import, export, orders and others) from the build, or from the sources if there
// is no build.
if (isServerBuilt()) await runBuilt('command');
else {
  try {
    checkDevelopmentPackages('the server');
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
  await import('./terminal/command-line.ts');
}
