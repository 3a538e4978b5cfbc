import { readdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ownFolder, readRelease } from './installation.ts'
import { STAGING } from './release-file.ts'
import type { Machine } from './upgrade-machine.ts'
import { type UpgradeState, undoableUpgrade } from './upgrade-state.ts'

/**
 * Removes the unpacked releases that neither run nor are needed to go back: after a success all older ones, after a failure the one
 * that could not be brought into use. A folder that is no release, has data in it, or in which a process works, stays. What cannot be removed is reported, and changes
 * nothing about how the upgrade has ended.
 */
export async function removeUnneededReleases(machine: Machine, state: UpgradeState): Promise<void> {
  const { config, installation, report } = machine
  const { releases, current } = installation
  try {
    const undoable = undoableUpgrade(state)
    const needed = [undoable?.from.folder ?? null, undoable?.to.folder ?? null, undoable?.backup ?? null]
    const inUse = await realPathsOf([
      ...needed,
      ...[state.delivery.path, state.backup, current, ownFolder],
      config.dataDir,
      config.backups.folder,
      ...(await foldersOfProcesses()),
    ])
    const entries = await readdir(await realpath(releases), { withFileTypes: true })
    const folders = entries.filter((it) => it.isDirectory()).map((it) => join(it.parentPath, it.name))
    const failed = await realpath(state.to.folder).catch(() => state.to.folder)
    for (const folder of folders.filter((it) => state.phase === 'READY' || it === failed)) {
      if (inUse.some((it) => it === folder || it.startsWith(`${folder}/`))) continue
      await removeRelease(folder, report)
    }
  } catch (error) {
    report(`Warning: releases in ${releases} that are not needed were not removed: ${reasonOf(error)}`)
  }
}

async function removeRelease(folder: string, report: (line: string) => void): Promise<void> {
  try {
    if (folder.endsWith(STAGING)) return await rm(folder, { recursive: true, force: true })
    const release = await readRelease(folder).catch(() => null)
    if (release === null) return
    if ((await stat(join(folder, '.data')).catch(() => null)) !== null) {
      report(`${folder} (${release.version}) stays: it has data in ${join(folder, '.data')}.`)
      return
    }
    // Under another name, so that a release of which a part is gone is never taken for a whole one.
    const doomed = `${folder}${STAGING}`
    await rename(folder, doomed)
    await rm(doomed, { recursive: true, force: true })
    report(`Removed the release ${release.version}, which is not needed any more: ${folder}`)
  } catch (error) {
    report(`Warning: ${folder} was not removed: ${reasonOf(error)}`)
  }
}

/** The folders that processes of this machine work in, where the system tells. */
async function foldersOfProcesses(): Promise<readonly string[]> {
  const processes = await readdir('/proc').catch(() => [])
  const folders = processes
    .filter((it) => /^\d+$/.test(it))
    .map((it) => readlink(`/proc/${it}/cwd`).catch(() => null))
  return (await Promise.all(folders)).filter((it) => it !== null)
}

async function realPathsOf(paths: readonly (string | null)[]): Promise<readonly string[]> {
  return Promise.all(paths.filter((it) => it !== null).map((it) => realpath(it).catch(() => it)))
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
