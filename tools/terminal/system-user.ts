import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

const LOGIN_UID = '/proc/self/loginuid';
/** What Linux shows for a process that no login started, such as a service. */
const NO_LOGIN = 2 ** 32 - 1;

/**
 * Returns the user who gave a command: the login's, which sudo and su do not change, with the process's user behind it
 * where they differ, as in 'wren as root'. Environment variables do not count: whoever gives a command chooses them.
 */
export function systemUser(): string {
  const login = loginUid(readIfThere(LOGIN_UID));
  const own = ownName();
  return login === null || login === process.getuid?.()
    ? own
    : `${nameOf(login, readIfThere('/etc/passwd'))} as ${own}`;
}

/** `text`: the content of /proc/self/loginuid. Returns null where no login is known. */
export function loginUid(text: string): number | null {
  const uid = /^\d+$/.test(text.trim()) ? Number(text) : NO_LOGIN;
  return uid === NO_LOGIN ? null : uid;
}

/** `passwd`: the content of /etc/passwd. Users of a directory such as LDAP are named by their number. */
export function nameOf(uid: number, passwd: string): string {
  const line = passwd.split('\n').find((one) => one.split(':')[2] === String(uid));
  return line?.split(':')[0] || `user ${uid}`;
}

function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    // The system knows no name for it, as in some containers.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
