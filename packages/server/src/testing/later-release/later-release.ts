import { cp, mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readMigrationNames, releaseMigrations } from '../../engine/schema/migration-files.ts'

const ROOT = resolve(import.meta.dirname, '../../../../..')
const added = pathToFileURL(`${import.meta.dirname}/`)

/** The migrations of a release after this one, oldest first. */
export const laterMigrationNames = await readMigrationNames(added)

/** Puts the migrations of this release and of the one after it into a folder. */
export async function laterMigrations(folder: string): Promise<URL> {
  await cp(releaseMigrations, folder, { recursive: true })
  for (const name of laterMigrationNames) await cp(new URL(`${name}.sql`, added), join(folder, `${name}.sql`))
  return pathToFileURL(`${folder}/`)
}

/** Copies the server with the migrations of the release after this one into a folder, and returns what Node starts it with. */
export async function makeLaterRelease(folder: string): Promise<readonly string[]> {
  const server = join(folder, 'packages/server')
  await mkdir(server, { recursive: true })
  for (const name of ['src', 'package.json']) {
    const filter = (path: string) => !path.endsWith('.test.ts')
    await cp(join(ROOT, 'packages/server', name), join(server, name), { recursive: true, filter })
  }
  await laterMigrations(join(folder, 'packages/server/migrations'))
  for (const name of [
    'node_modules',
    'packages/server/node_modules',
    'packages/portal',
    'packages/client-script',
    'docs',
  ])
    await symlink(join(ROOT, name), join(folder, name))
  return [join(server, 'src/testing/long-timeouts/service-with-long-timeouts.ts')]
}
