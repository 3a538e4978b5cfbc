import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedDatabaseError, errorCode } from '../errors.ts'

/** What a backup is and what it consists of; written last, so a folder without it is no backup. */
export type Manifest = {
  readonly format: 1
  /** PostgreSQL's version, and the part of it that a data directory is bound to. */
  readonly postgres: string
  readonly major: string
  /** The last migration that had run; null where none had. */
  readonly schema: string | null
  /** Milliseconds since the epoch. What was acknowledged before `includesUntil` is in the backup. */
  readonly startedAt: number
  readonly includesUntil: number
  /** Positions in the log of changes. */
  readonly startPosition: string
  readonly endPosition: string
  /** Tells which secret key the database goes with. */
  readonly secretKeyMark: string
  readonly folders: readonly string[]
  readonly files: readonly CopiedFile[]
}

/** A file by its path in the cluster; its SHA-256 is in hexadecimal. */
export type CopiedFile = { readonly path: string; readonly bytes: number; readonly sha256: string }

/** In a backup, the database's own files stand beside the manifest. */
export const CLUSTER_FOLDER = 'cluster'

const manifestFile = (folder: string) => join(folder, 'backup.json')

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(manifestFile(folder), `${JSON.stringify(manifest)}\n`, { mode: 0o600, flush: true })
}

/** @throws EmbeddedDatabaseError for a folder that holds no complete backup, or one of a later form */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch((cause: unknown) => {
    if (!['ENOENT', 'ENOTDIR'].includes(errorCode(cause) ?? '')) throw cause
    throw new EmbeddedDatabaseError(
      `${folder} holds no complete backup: it has no backup.json. Name the folder that a backup was made in.`,
      { cause },
    )
  })
  const manifest = parsed(text)
  if (isManifest(manifest)) return manifest
  throw new EmbeddedDatabaseError(
    `${manifestFile(folder)} is damaged, or was written by a later release. Take another backup, or that release.`,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isManifest(value: unknown): value is Manifest {
  const { format, major, folders, files, includesUntil, secretKeyMark }: Record<string, unknown> =
    Object(value)
  return (
    format === 1 &&
    typeof major === 'string' &&
    typeof includesUntil === 'number' &&
    typeof secretKeyMark === 'string' &&
    Array.isArray(folders) &&
    folders.every(isInside) &&
    Array.isArray(files) &&
    files.every((it) => isInside(Object(it).path) && typeof Object(it).sha256 === 'string')
  )
}

/** Paths come from a file that anybody may have written: none leads out of the folder. */
function isInside(path: unknown): boolean {
  return typeof path === 'string' && !path.startsWith('/') && !path.split('/').includes('..')
}
