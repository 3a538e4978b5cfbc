import { spawn } from 'node:child_process'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { DatabaseFiles } from './database-files.ts'
import { EmbeddedDatabaseError, errorCode } from './errors.ts'

/** The superuser of every embedded cluster, and the database made in it. */
export const owner = 'goodword'

export async function ensureCluster(
  files: DatabaseFiles,
  binaries: Binaries,
  report: (line: string) => void,
) {
  const version = await clusterVersion(files)
  if (version === undefined) {
    report(`Creating the database in ${files.location} …`)
    await createCluster(files, binaries)
  } else if (version !== binaries.major) {
    throw new EmbeddedDatabaseError(
      `The database in ${files.location} was made by PostgreSQL ${version}, and this release brings ` +
        `PostgreSQL ${binaries.major}, which cannot read it. Run "goodword-server backup <file>" ` +
        'with the release that made it, set DATA_DIR to another folder, and run "restore <file>" with this release.',
    )
  }
}

/** The version of PostgreSQL that made the cluster; undefined when there is none. */
export async function clusterVersion({ cluster }: DatabaseFiles): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

// Created under a temporary name: a cluster with the final name is complete, also after a power failure.
async function createCluster(files: DatabaseFiles, binaries: Binaries): Promise<void> {
  await removeUnfinished(files.location)
  const partial = join(files.location, `cluster.${process.pid}.partial`)
  try {
    const { code, output } = await runInitdb(files, binaries, partial)
    if (code !== 0) throw explainFailure('The database could not be created', files.location, output)
    await rename(partial, files.cluster)
  } catch (error) {
    // Another start may have been faster; its cluster is as good as ours.
    if ((await clusterVersion(files)) === undefined) throw error
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

function runInitdb(
  files: DatabaseFiles,
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
    ...runAs(files),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(couldNotRun(files, cause)))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Options for PostgreSQL's programs: the user, a folder that this user can enter, and a minimal environment. */
export function runAs({ location, user }: DatabaseFiles) {
  return {
    cwd: location,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(user === undefined ? {} : { uid: user.uid, gid: user.gid }),
  }
}

export function couldNotRun({ location, user }: DatabaseFiles, cause: Error): EmbeddedDatabaseError {
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

/** One line for the reader, with the last words of PostgreSQL as its cause. */
export function explainFailure(what: string, location: string, output: string): EmbeddedDatabaseError {
  const known = reasons.find(({ pattern }) => pattern.test(output))
  const reason = known?.reason ?? lastComplaint(output)
  return new EmbeddedDatabaseError(`${what} in ${location}: ${reason}`, {
    cause: new Error(lastLines(output)),
  })
}

export async function readLog(file: string): Promise<string> {
  // No file: the shell that opens it did not get that far.
  return readFile(file, 'utf8').catch(() => '')
}

const reasons = [
  {
    pattern: /could not look up effective user ID/,
    reason:
      'the user ID of this process has no name on this machine, which PostgreSQL requires. Give it one with a line in /etc/passwd (in an image: "RUN useradd --uid <ID> goodword"), start the container with a user that has one, or set DATABASE_URL to a PostgreSQL of your own.',
  },
  {
    pattern: /No space left on device|Disk quota exceeded/,
    reason: 'the disk is full. Free some space and start again.',
  },
  {
    pattern: /File too large/,
    reason: 'a file reached the size limit of the system (ulimit -f). Raise the limit and start again.',
  },
  {
    pattern: /Read-only file system/,
    reason: 'the disk is read-only. Set DATA_DIR to a writable folder.',
  },
  {
    pattern: /could not (map anonymous|create) shared memory.*Cannot allocate memory/s,
    reason: 'not enough memory for the shared buffers.',
  },
  {
    pattern: /Permission denied/,
    reason: 'permission denied for its files. Make them readable and writable for the user that runs it.',
  },
]

function lastComplaint(output: string): string {
  const complaint = output.split('\n').findLast((line) => /\b(FATAL|PANIC|error):/i.test(line))
  return (
    complaint?.trim() ?? (output.trim() === '' ? 'PostgreSQL wrote no error message.' : lastLines(output, 1))
  )
}

function lastLines(output: string, count = 20): string {
  return output.trim().split('\n').slice(-count).join('\n')
}
