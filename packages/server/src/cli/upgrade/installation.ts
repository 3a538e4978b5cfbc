import { readFile, readlink, realpath, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readMigrationNames } from '../../engine/schema/migration-files.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'

/** A release on the disk. */
export type Release = {
  readonly folder: string
  readonly version: string
  /** The names of its migrations, oldest first. */
  readonly migrations: readonly string[]
}

/** Where the releases of a machine are: `releases/…` beside the link `current`, and what an upgrade keeps in `upgrade`. */
export type Installation = {
  readonly home: string
  readonly releases: string
  /** The link to the release that starts. */
  readonly current: string
  readonly kept: string
}

/** The folder of the release that runs this command. */
export const ownFolder = resolve(import.meta.dirname, '../../../../..')

/** @throws OperatorError where the release is not in such a folder */
export async function findInstallation(home: string | undefined): Promise<Installation> {
  const found = home === undefined ? homeOf(await realpath(ownFolder)) : resolve(home)
  if (found !== null) {
    const current = join(found, 'current')
    const target = await readlink(current).catch(() => null)
    if (target !== null)
      return { home: found, releases: join(found, 'releases'), current, kept: join(found, 'upgrade') }
  }
  throw new OperatorError(
    `${found ?? ownFolder} has no link "current" to a release. An upgrade needs a folder with "releases/goodword-<version>" and ` +
      'the link "current" to it: see "Upgrading" in docs/guides/operating.md. Name another folder by --home.',
  )
}

function homeOf(folder: string): string | null {
  const parent = dirname(folder)
  return basename(parent) === 'releases' ? dirname(parent) : null
}

export async function currentRelease({ current }: Installation): Promise<Release> {
  return readRelease(await realpath(current))
}

/** @throws OperatorError for a folder that has no release */
export async function readRelease(folder: string): Promise<Release> {
  try {
    const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const server = pathToFileURL(`${join(folder, 'packages/server/migrations')}/`)
    const migrations = await readMigrationNames(server)
    if (name === 'goodword' && typeof version === 'string') return { folder, version, migrations }
  } catch (cause) {
    throw new OperatorError(`${folder} has no release of Goodword.`, { cause })
  }
  throw new OperatorError(`${folder} has no release of Goodword.`)
}

/** Lets the link lead to another release: in one step, so that it is never missing. */
export async function useRelease({ home, current }: Installation, folder: string): Promise<void> {
  const draft = `${current}.${process.pid}`
  await rm(draft, { force: true })
  await symlink(relative(home, folder), draft)
  await rename(draft, current)
}
