import { chown, mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Progress } from '../../progress.ts'
import { findBinaries } from '../binaries.ts'
import { clusterVersion, removeUnfinished } from '../cluster.ts'
import { EmbeddedDatabaseError, explainingRefusals } from '../errors.ts'
import { findPlace, type Place, preparePlace } from '../place.ts'
import { findPostmaster } from '../postmaster.ts'
import { announce, type EmbeddedDatabaseOptions, homeOf, livesElsewhere, makeDataDir } from '../start.ts'
import { copyFiles, syncFolders } from './copy-files.ts'
import { CLUSTER_FOLDER, type CopiedFile, type Manifest, readManifest } from './manifest.ts'

export type RestoreOptions = Pick<EmbeddedDatabaseOptions, 'dataDir' | 'unprivilegedHome'> & {
  /** The folder that a backup was made in. */
  readonly folder: string
  readonly progress: Progress
  readonly say: (line: string) => void
}

/**
 * Puts a backup where the database of a data directory lives, and there must be none yet. The next start makes it a
 * database again, by going through the log of changes in it. Every file is compared with what was copied.
 *
 * @throws EmbeddedDatabaseError with what to do, and then nothing was put there
 */
export async function restore(options: RestoreOptions): Promise<Manifest & { readonly location: string }> {
  const folder = resolve(options.folder)
  const dataDir = resolve(options.dataDir)
  return explainingRefusals(dataDir, async () => {
    const manifest = await readManifest(folder)
    await requireVersion(manifest)
    await makeDataDir(dataDir)
    const place = await findPlace(dataDir, homeOf(options), true)
    await refuseDatabase(place)
    await preparePlace(place)
    await removeUnfinished(place.location)
    await copyBack(join(folder, CLUSTER_FOLDER), manifest, place, options.progress)
    if (livesElsewhere(place)) await announce(place, options.say)
    return { ...manifest, location: place.location }
  })
}

async function requireVersion({ major, postgres }: Manifest): Promise<void> {
  const binaries = await findBinaries()
  if (binaries.major === major) return
  throw new EmbeddedDatabaseError(
    `The backup was made by PostgreSQL ${postgres}, and this release brings PostgreSQL ${binaries.major}. ` +
      'Restore it with the release that made it, "dump" it there and "load" it here.',
  )
}

async function refuseDatabase(place: Place): Promise<void> {
  if ((await clusterVersion(place)) === undefined) return
  const running = await findPostmaster(place.cluster)
  const stop = running === undefined ? '' : 'a service runs on it: stop that, and '
  throw new EmbeddedDatabaseError(
    `There is a database in ${place.location} already; ${stop}put it aside first ` +
      `(mv ${place.cluster} ${place.cluster}.before), or set DATA_DIR to another folder.`,
  )
}

/** Under another name until it is whole, as every new cluster. */
async function copyBack(from: string, manifest: Manifest, place: Place, progress: Progress): Promise<void> {
  const { user: owner, location } = place
  const partial = join(location, `cluster.${process.pid}.partial`)
  try {
    for (const each of ['.', ...manifest.folders]) {
      await mkdir(join(partial, each), { mode: 0o700 })
      if (owner !== undefined) await chown(join(partial, each), owner.uid, owner.gid)
    }
    const paths = manifest.files.map((it) => it.path)
    const copied = await copyFiles(paths, { from, to: partial, progress, owner, mayBeGone: true })
    refuseDifferences(from, manifest.files, copied)
    await syncFolders(partial, ['.', ...manifest.folders])
    await rename(partial, place.cluster)
    await syncFolders(location, ['.'])
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

function refuseDifferences(from: string, due: readonly CopiedFile[], copied: readonly CopiedFile[]): void {
  const sums = new Map(copied.map((it) => [it.path, it.sha256]))
  const damaged = due.find((it) => sums.get(it.path) !== it.sha256)
  if (damaged === undefined) return
  throw new EmbeddedDatabaseError(
    `${join(from, damaged.path)} is not what was copied there. The backup is damaged: take another one.`,
  )
}
