import { randomBytes } from 'node:crypto'
import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Progress } from '../../progress.ts'
import type { Connection } from '../connection.ts'
import { EmbeddedDatabaseError, errorCode, explainingRefusals } from '../errors.ts'
import { BackupSession } from './backup-session.ts'
import { CONTROL_FILE, LOG_FOLDER, listCluster } from './cluster-files.ts'
import { copyFiles, syncFolders, writeCopied } from './copy-files.ts'
import { lookAtPages } from './look-at-pages.ts'
import { CLUSTER_FOLDER, type Manifest, writeManifest } from './manifest.ts'

export type BackupOptions = {
  readonly connection: Connection
  /** The folder to make; it may exist when it is empty. */
  readonly folder: string
  /** What is noted for whoever restores it. */
  readonly notes: Pick<Manifest, 'schema' | 'secretKeyMark'>
  readonly progress: Progress
}

/**
 * Copies a running embedded database into a folder, while it is written to. The copy holds everything that was
 * acknowledged before the copying ended, and nothing bears the folder's name before it is complete.
 *
 * @throws EmbeddedDatabaseError with what to do, when it cannot be made
 */
export async function backUp(options: BackupOptions): Promise<Manifest & { readonly folder: string }> {
  const folder = resolve(options.folder)
  return explainingRefusals(folder, async () => {
    const session = await BackupSession.open(options.connection)
    try {
      await refuseFolder(folder, session.cluster)
      const partial = `${folder}.${process.pid}-${randomBytes(3).toString('hex')}.partial`
      try {
        await mkdir(join(partial, CLUSTER_FOLDER), { recursive: true, mode: 0o700 })
        const manifest = await copyInto(partial, session, options)
        await rename(partial, folder)
        await syncFolders(dirname(folder), ['.'])
        return { ...manifest, folder }
      } finally {
        await rm(partial, { recursive: true, force: true })
      }
    } finally {
      await session.close()
    }
  })
}

async function copyInto(partial: string, session: BackupSession, options: BackupOptions): Promise<Manifest> {
  const { cluster } = session
  const target = join(partial, CLUSTER_FOLDER)
  const startedAt = Date.now()
  const start = await session.start()
  const { folders, files } = await listCluster(cluster)
  for (const each of folders) await mkdir(join(target, each), { mode: 0o700 })
  const copying = { from: cluster, to: target, progress: () => undefined }
  const copied = await copyFiles(files, {
    ...copying,
    progress: options.progress,
    look: (path) => lookAtPages(path, start.offset),
    mayBeGone: true,
  })
  const control = await copyFiles([CONTROL_FILE], copying)
  // What is acknowledged from here on may or may not be in the backup.
  const includesUntil = Date.now()
  const end = await session.end()
  const log = await copyFiles(
    end.segments.map((name) => `${LOG_FOLDER}/${name}`),
    copying,
  )
  const notes = await Promise.all(end.notes.map(({ path, text }) => writeCopied(target, path, text)))
  await syncFolders(target, ['.', ...folders])
  const manifest: Manifest = {
    format: 1,
    postgres: session.version,
    major: session.version.split('.')[0] ?? session.version,
    ...options.notes,
    startedAt,
    includesUntil,
    startPosition: start.position,
    endPosition: end.position,
    folders,
    files: [...copied, ...control, ...log, ...notes],
  }
  await writeManifest(partial, manifest)
  await syncFolders(partial, ['.'])
  return manifest
}

async function refuseFolder(folder: string, cluster: string): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
  if (entries.length > 0) {
    throw new EmbeddedDatabaseError(`${folder} is not empty. Name a folder that is not there yet.`)
  }
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  const parent = await realpath(dirname(folder))
  if (`${parent}${sep}`.startsWith(`${cluster}${sep}`)) {
    throw new EmbeddedDatabaseError(
      `${folder} is inside the database. Name a folder elsewhere, on another disk.`,
    )
  }
}
