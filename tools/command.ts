import { checkDevelopmentPackages } from './builds/build-if-stale.ts';
import { isServerBuilt, runBuilt } from './builds/server-build.ts';

// npm run import, export, orders and other operator commands: runs the build, or the sources if there is none.
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
