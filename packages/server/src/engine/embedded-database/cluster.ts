import { spawn } from 'node:child_process'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError, errorCode } from './errors.ts'
import { explainFailure } from './explain-failure.ts'
import type { Place } from './place.ts'

/** The superuser of every embedded cluster, and the database made in it. */
export const owner = 'goodword'

export async function ensureCluster(place: Place, binaries: Binaries, report: (line: string) => void) {
  const version = await clusterVersion(place)
  if (version === undefined) {
    report(`Creating the database in ${place.location} …`)
    await createCluster(place, binaries)
  } else if (version !== binaries.major) {
    throw new EmbeddedDatabaseError(
      `The database in ${place.location} was made by PostgreSQL ${version}, and this release brings ` +
        `PostgreSQL ${binaries.major}, which cannot read it. Run "goodword-server backup <file>" ` +
        'with the release that made it, set DATA_DIR to another folder, and run "restore <file>" with this release.',
    )
  }
}

/** The version of PostgreSQL that made the cluster; undefined when there is none. */
export async function clusterVersion({ cluster }: Place): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

// Created under a temporary name: a cluster with the final name is complete, also after a power failure.
async function createCluster(place: Place, binaries: Binaries): Promise<void> {
  await removeUnfinished(place.location)
  const partial = join(place.location, `cluster.${process.pid}.partial`)
  try {
    const { code, output } = await runInitdb(place, binaries, partial)
    if (code !== 0) throw explainFailure('The database could not be created', place.location, output)
    await rename(partial, place.cluster)
  } catch (error) {
    // Another start may have been faster; its cluster is as good as ours.
    if ((await clusterVersion(place)) === undefined) throw error
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

function runInitdb(
  place: Place,
  binaries: Binaries,
  folder: string,
): Promise<{ code: number; output: string }> {
  const args = [
    ...['--pgdata', folder, '--username', owner, '--encoding', 'UTF8', '--data-checksums'],
    // The folder of its socket is its user's alone, and nothing else leads to it.
    ...['--auth-local', 'trust', '--auth-host', 'reject'],
    ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--no-instructions'],
  ]
  const child = spawn(join(binaries.folder, 'bin', 'initdb'), args, {
    ...runAs(place),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(couldNotRun(place, cause)))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** What PostgreSQL's programs are started with: the right user, a folder that user can enter, no surprises. */
export function runAs({ location, user }: Place) {
  return {
    cwd: location,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(user === undefined ? {} : { uid: user.uid, gid: user.gid }),
  }
}

export function couldNotRun({ location, user }: Place, cause: Error): EmbeddedDatabaseError {
  const reason =
    errorCode(cause) === 'EACCES' && user !== undefined
      ? `the user ${user.name}, which is to run it, cannot reach ${location}. Open the folders above it to that user.`
      : cause.message
  return new EmbeddedDatabaseError(`PostgreSQL could not be run: ${reason}`, { cause })
}

/** Removes what interrupted starts left behind. */
async function removeUnfinished(location: string): Promise<void> {
  for (const name of await readdir(location)) {
    const maker = /^cluster\.(\d+)\.partial$/.exec(name)?.[1]
    if (maker === undefined || isAlive(Number(maker))) continue
    await rm(join(location, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
