import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CitusOrigin, PostgresqlFolders } from './find-citus.ts'

const run = promisify(execFile)

/**
 * The folder with the programs of a PostgreSQL that has Citus. Where it is not installed, a copy of PostgreSQL is made in
 * `folder` and Citus is put into it, which needs no rights on the system: PostgreSQL finds its other folders from that of its
 * programs.
 */
export async function provideCitus(
  origin: CitusOrigin,
  folder: string,
  report: (line: string) => void,
): Promise<string> {
  const { postgresql } = origin
  if (origin.kind === 'installed') return postgresql.programs
  const copy = join(folder, 'postgresql')
  if (!(await exists(copy))) await makeCopy(origin, copy, report)
  return join(copy, postgresql.programs)
}

/** Makes a copy that has its final name only when it is complete. */
async function makeCopy(origin: CitusOrigin, copy: string, report: (line: string) => void): Promise<void> {
  const partial = await mkdtemp(`${copy}.partial-`)
  try {
    await copyPostgresql(origin.postgresql, partial)
    if (origin.kind === 'archive') await run('tar', ['-xJf', origin.archive, '-C', partial])
    if (origin.kind === 'source') await build(origin.source, origin.postgresql, partial, report)
    // Another user than the present one may run it.
    await run('chmod', ['-R', 'a+rX', partial])
    await rename(partial, copy)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

async function copyPostgresql(from: PostgresqlFolders, to: string): Promise<void> {
  for (const folder of [from.programs, from.libraries, from.shared]) {
    // Bitcode is for just-in-time compilation alone, and large.
    const filter = (path: string) => path !== join(from.libraries, 'bitcode')
    await cp(folder, join(to, folder), { recursive: true, filter, dereference: true })
  }
}

async function build(
  source: string,
  postgresql: PostgresqlFolders,
  to: string,
  report: (line: string) => void,
): Promise<void> {
  report('Building Citus, which takes some minutes …')
  const work = join(to, 'build')
  await mkdir(work)
  if ((await stat(source)).isDirectory()) await cp(source, work, { recursive: true })
  else await run('tar', ['-xf', source, '-C', work])
  const cwd = await folderWith(work, 'configure')
  const options = { cwd, maxBuffer: 2 ** 28 }
  const config = `PG_CONFIG=${join(postgresql.programs, 'pg_config')}`
  await run('./configure', ['--without-libcurl', '--without-lz4', config], options)
  await run('make', [`-j${availableParallelism()}`, 'extension'], options)
  await run('make', ['install-extension', `DESTDIR=${to}`], options)
  await rm(work, { recursive: true, force: true })
}

/** The folder itself, or the only one in it, as archives of releases have it. */
async function folderWith(folder: string, file: string): Promise<string> {
  if (await exists(join(folder, file))) return folder
  const [only = ''] = await readdir(folder)
  return join(folder, only)
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
