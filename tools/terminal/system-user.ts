import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

const LOGIN_UID = '/proc/self/loginuid';
/** The loginuid of a process without a login, such as a service. */
const NO_LOGIN = 2 ** 32 - 1;

/**
 * Returns the login user, which sudo and su do not change. Adds the process's user if it differs, as in 'wren as root'.
 * Ignores environment variables, because callers control them.
 */
export function findSystemUser(): string {
  const login = parseLoginUid(readIfThere(LOGIN_UID));
  const ownUserName = getProcessUser();
  return login === null || login === process.getuid?.()
    ? ownUserName
    : `${findUserName(login, readIfThere('/etc/passwd'))} as ${ownUserName}`;
}

export function parseLoginUid(text: string): number | null {
  const uid = /^\d+$/.test(text.trim()) ? Number(text) : NO_LOGIN;
  return uid === NO_LOGIN ? null : uid;
}

/** `passwd`: content of /etc/passwd, which lacks LDAP users. */
export function findUserName(uid: number, passwd: string): string {
  const line = passwd.split('\n').find((entry) => entry.split(':')[2] === String(uid));
  return line?.split(':')[0] || `user ${uid}`;
}

function getProcessUser(): string {
  try {
    return userInfo().username;
  } catch {
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
