import { checkDevelopmentPackages } from './builds/build-if-stale.ts';
import { isServerBuilt, runBuilt } from './builds/server-build.ts';

// npm run import, export, orders and every other command of an operator: as built, else from the sources.
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
