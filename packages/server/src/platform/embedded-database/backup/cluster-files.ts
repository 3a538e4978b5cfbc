import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders and files of a cluster by their paths in it. */
export type ClusterFiles = { readonly folders: readonly string[]; readonly files: readonly string[] }

/**
 * What of a running cluster a backup copies, and which folders it makes. The log of changes is not among the files: only
 * at the end of a backup is it known which part of it is needed. Nor is the control file.
 */
export async function listCluster(cluster: string): Promise<ClusterFiles> {
  const folders: string[] = []
  const files: string[] = []
  await walk('')
  return { folders, files }

  async function walk(folder: string): Promise<void> {
    const entries = await readdir(join(cluster, folder), { withFileTypes: true })
    const unlogged = unloggedIn(entries.map(({ name }) => name))
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !ofTheMoment.test(path)) {
        folders.push(path)
        await walk(path)
      } else if (entry.isFile() && !isLeftOut(path) && !unlogged(entry.name)) files.push(path)
    }
  }
}

/**
 * Says from where recovery must go on at least, so it is copied last: it must not be older than anything else. That it
 * is not among the files is for whoever copies them at the same time.
 */
export const CONTROL_FILE = 'global/pg_control'

/** Where the log of changes is kept. */
export const LOG_FOLDER = 'pg_wal'

/** Belong to the running server, are made anew at every start, or could not be trusted in a copy. */
const contentsLeftOut = [
  ...[LOG_FOLDER, 'pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp'],
  'pg_subtrans',
]
const filesLeftOut = new Set([
  // Copied apart, at the end.
  CONTROL_FILE,
  ...['postmaster.pid', 'postmaster.opts', 'current_logfiles', 'backup_manifest'],
  ...['backup_label', 'backup_label.old', 'tablespace_map', 'tablespace_map.old'],
])
const ofTheMoment = /(^|\/)pgsql_tmp|^pg_replslot\//

function isLeftOut(path: string): boolean {
  const [first = ''] = path.split('/')
  const name = path.slice(path.lastIndexOf('/') + 1)
  return contentsLeftOut.includes(first) || filesLeftOut.has(path) || name.startsWith('pg_internal.init')
}

/**
 * Tells the files of tables that are not logged: recovery empties those, so what is in them is of no use in a copy, and
 * is not meant to be kept. Such a table has a file for its beginning, which is copied.
 */
function unloggedIn(names: readonly string[]): (name: string) => boolean {
  const tables = new Set(names.flatMap((it) => /^(\d+)_init$/.exec(it)?.[1] ?? []))
  return (name) => tables.has(/^(\d+)(?:_fsm|_vm)?(?:\.\d+)?$/.exec(name)?.[1] ?? '')
}
