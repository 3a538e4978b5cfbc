import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EmbeddedDatabaseError } from './errors.ts'

export type SystemUser = { name: string; uid: number; gid: number }

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** The user that runs nothing but databases of ours. */
const OWN_USER = 'goodword'
/** Other programs run as this one too: they can read the files of the database, and connect to it. */
export const SHARED_USER = 'nobody'

/**
 * The user that runs the database after a start as root: `goodword`, which is created where it does not exist. A system whose list
 * of users cannot be changed has `nobody` left.
 */
export async function findUnprivilegedUser(): Promise<SystemUser> {
  const own = (await userNamed(OWN_USER)) ?? (await createOwnUser())
  const user = own ?? (await userNamed(SHARED_USER))
  if (user !== undefined) return user
  throw new EmbeddedDatabaseError(
    'PostgreSQL refuses to run as root, and this system has no user "goodword" or "nobody" to run it. ' +
      'Start as an ordinary user, or set DATABASE_URL.',
  )
}

/** Undefined where there is no program for it, or it may not change the list of users. */
async function createOwnUser(): Promise<SystemUser | undefined> {
  for (const [program, ...args] of USER_PROGRAMS) {
    // Another start may have created it meanwhile, so its failure says nothing.
    await promisify(execFile)(program, args).catch(() => undefined)
    const created = await userNamed(OWN_USER)
    if (created !== undefined) return created
  }
  return undefined
}

/** A system user with a group of its own, without a home or a shell: of most Linux systems, and of those with BusyBox. */
const USER_PROGRAMS = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', OWN_USER],
  ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', OWN_USER],
] as const

async function userNamed(name: string): Promise<SystemUser | undefined> {
  return (await listUsers()).find((candidate) => candidate.name === name && candidate.uid > 0)
}

/** PostgreSQL wants a user with a name, so a bare number does not do. */
export async function findUser(uid: number): Promise<SystemUser> {
  const user = (await listUsers()).find((candidate) => candidate.uid === uid)
  if (user !== undefined) return user
  throw new EmbeddedDatabaseError(
    `The database belongs to user number ${uid}, which has no name on this system. ` +
      'Give it a name in /etc/passwd, or start as the user that made it.',
  )
}

async function listUsers(): Promise<SystemUser[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    if (name === undefined || uid === undefined || gid === undefined) return []
    return [{ name, uid: Number(uid), gid: Number(gid) }]
  })
}
