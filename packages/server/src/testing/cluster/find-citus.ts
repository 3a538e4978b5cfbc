import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The folders of an installed PostgreSQL, as its `pg_config` names them. */
export type PostgresqlFolders = {
  readonly programs: string
  readonly libraries: string
  readonly shared: string
}

/** Where Citus comes from. It is never part of this project. */
export type CitusOrigin = { readonly postgresql: PostgresqlFolders } & (
  | { readonly kind: 'installed' }
  /** A tar archive of the built extension, with the paths of that PostgreSQL. */
  | { readonly kind: 'archive'; readonly archive: string }
  /** A tar archive or a folder of the source code, to be built for that PostgreSQL. */
  | { readonly kind: 'source'; readonly source: string }
)

export type CitusSettings = {
  readonly CITUS_ARCHIVE?: string | undefined
  readonly CITUS_SOURCE?: string | undefined
}

/** The versions of PostgreSQL that releases 13 and 14 of Citus run on, in the order of preference. */
const VERSIONS = ['17', '16', '15', '18']

/** Finds Citus in the folders of a PostgreSQL, then in the archive, then in the source code; a sentence where there is none. */
export function findCitus(env: CitusSettings): CitusOrigin | string {
  const servers = installedPostgresql()
  const having = servers.find((it) => existsSync(join(it.shared, 'extension/citus.control')))
  if (having !== undefined) return { kind: 'installed', postgresql: having }
  const archive = env.CITUS_ARCHIVE ?? ''
  if (archive !== '') return ofArchive(archive, servers)
  const source = env.CITUS_SOURCE ?? ''
  if (source !== '') return ofSource(source, servers)
  return `Citus is not installed. ${HOW_TO_GET_IT}`
}

const HOW_TO_GET_IT =
  'Install its package for your PostgreSQL (https://docs.citusdata.com has the repositories), or set CITUS_ARCHIVE to an archive of the built extension, or CITUS_SOURCE to its source code (https://github.com/citusdata/citus).'

const TAR_OUTPUT = { encoding: 'utf8', maxBuffer: 2 ** 26 } as const

function ofArchive(archive: string, servers: readonly PostgresqlFolders[]): CitusOrigin | string {
  if (!existsSync(archive)) return `CITUS_ARCHIVE names ${archive}, which does not exist.`
  const { status, stdout, stderr } = spawnSync('tar', ['-tf', archive], TAR_OUTPUT)
  if (status !== 0) return `${archive} cannot be read by tar: ${(stderr ?? '').trim()}`
  const files = stdout.split('\n')
  const libraries = files.flatMap((it) => /^[.]?\/?(.*)\/citus[.](?:so|dylib)$/.exec(it)?.[1] ?? [])
  const postgresql = servers.find((it) => libraries.includes(it.libraries.slice(1)))
  if (postgresql !== undefined) return { kind: 'archive', postgresql, archive }
  return libraries.length === 0
    ? `${archive} is no archive of the built extension: it has no citus.so.`
    : `${archive} is for the PostgreSQL in /${libraries[0]}, which is not installed.`
}

function ofSource(source: string, servers: readonly PostgresqlFolders[]): CitusOrigin | string {
  if (!existsSync(source)) return `CITUS_SOURCE names ${source}, which does not exist.`
  const postgresql = servers.find((it) => existsSync(join(configOf(it.programs, '--pgxs'))))
  if (postgresql !== undefined) return { kind: 'source', postgresql, source }
  return 'Citus cannot be built from CITUS_SOURCE: no PostgreSQL here has the files for building extensions (Debian: postgresql-server-dev-15).'
}

function installedPostgresql(): readonly PostgresqlFolders[] {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).filter((it) => VERSIONS.includes(it)) : []
  const ofDebian = versions
    .sort((a, b) => VERSIONS.indexOf(a) - VERSIONS.indexOf(b))
    .map((it) => `${debian}/${it}/bin`)
  return [...new Set([...ofDebian, configOf('', '--bindir')])].flatMap((programs) => {
    if (!existsSync(join(programs, 'initdb')) || !existsSync(join(programs, 'pg_config'))) return []
    return {
      programs,
      libraries: configOf(programs, '--pkglibdir'),
      shared: configOf(programs, '--sharedir'),
    }
  })
}

/** The output of `pg_config`; empty without it. */
function configOf(programs: string, option: string): string {
  const { stdout } = spawnSync(join(programs, 'pg_config'), [option], { encoding: 'utf8' })
  return (stdout ?? '').trim()
}
