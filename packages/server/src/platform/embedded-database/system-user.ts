import { readFile } from 'node:fs/promises'
import { EmbeddedDatabaseError } from './errors.ts'

export type SystemUser = { name: string; uid: number; gid: number }

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** The user that runs the database after a start as root: `goodword` if it exists, else `nobody`. */
export async function findUnprivilegedUser(): Promise<SystemUser> {
  const users = await listUsers()
  for (const name of ['goodword', 'nobody']) {
    const user = users.find((candidate) => candidate.name === name && candidate.uid > 0)
    if (user !== undefined) return user
  }
  throw new EmbeddedDatabaseError(
    'PostgreSQL refuses to run as root, and this system has no user "goodword" or "nobody" to run it. ' +
      'Start as an ordinary user, or set DATABASE_URL.',
  )
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
