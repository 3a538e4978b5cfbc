import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { readLog, runAs } from '../../engine/embedded-database/cluster.ts'
import {
  type DatabaseFiles,
  findDatabaseFiles,
  prepareFolders,
} from '../../engine/embedded-database/database-files.ts'
import {
  type Connection,
  connectionTo,
  launchServer,
  startEmbeddedDatabase,
  untilReady,
} from '../../engine/embedded-database/start.ts'
import { makeDataFolder } from './data-folder.ts'

type Options = {
  /**
   * The folder that the programs of a PostgreSQL are in, such as `/usr/lib/postgresql/15/bin`; empty for the one that
   * comes with the packages.
   */
  readonly programs: string
  readonly settings: Record<string, string>
}

type Start = Pick<Options, 'settings'> & {
  readonly dataDir: string
  /** Where a start as root puts the database, because PostgreSQL refuses root. */
  readonly unprivilegedHome: string
}

export type StartedServer = { readonly connection: Connection; readonly stop: () => Promise<void> }

/** Starts a PostgreSQL on a new cluster; `stop` removes it, and so does the end of this process. */
export async function startTemporaryServer({ programs, settings }: Options): Promise<StartedServer> {
  const { folder, remove } = await makeDataFolder('goodword-postgres-')
  const places = { dataDir: join(folder, 'data'), unprivilegedHome: join(folder, 'server') }
  const starting =
    programs === ''
      ? startEmbeddedDatabase({ ...places, settings })
      : startGivenServer(programs, { ...places, settings })
  const server = await starting.catch(async (error: unknown) => {
    await remove()
    throw error
  })
  return {
    connection: server.connection,
    async stop() {
      await server.stop()
      await remove()
    },
  }
}

/** Starts another PostgreSQL than the one that comes with the packages. */
async function startGivenServer(
  programs: string,
  { dataDir, unprivilegedHome, settings }: Start,
): Promise<StartedServer> {
  await mkdir(dataDir, { recursive: true })
  const files = await findDatabaseFiles(dataDir, unprivilegedHome)
  await prepareFolders(files)
  await createCluster(programs, files)
  const version = await versionOf(programs, files)
  const binaries = { folder: dirname(programs), version, major: version.split('.')[0] ?? version }
  const server = await launchServer(files, binaries, settings)
  if (!(await untilReady(files.socketFolder, server))) {
    throw new Error(`the PostgreSQL in ${programs} ended: ${await readLog(files.log)}`)
  }
  return { connection: connectionTo(files.socketFolder), stop: server.stop }
}

async function createCluster(programs: string, files: DatabaseFiles): Promise<void> {
  const args = ['--pgdata', files.cluster, '--username', 'goodword', '--auth', 'trust']
  const text = ['--encoding', 'UTF8', '--locale', 'C.UTF-8']
  await promisify(execFile)(join(programs, 'initdb'), [...args, ...text, '--no-sync'], runAs(files))
}

async function versionOf(programs: string, files: DatabaseFiles): Promise<string> {
  const { stdout } = await promisify(execFile)(join(programs, 'postgres'), ['--version'], runAs(files))
  return /\d+(?:\.\d+)*/.exec(stdout)?.[0] ?? 'unknown'
}
