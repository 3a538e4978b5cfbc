import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pointerFile, readPointer } from '../../engine/embedded-database/pointer.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { useRelease } from './installation.ts'
import type { Machine } from './upgrade-machine.ts'
import { type UpgradeState, writeUpgradeState } from './upgrade-state.ts'

/** Lets the release before serve again, with the backup if the state says so. Each step may be repeated. */
export async function goBack(machine: Machine, before: UpgradeState): Promise<UpgradeState> {
  const { installation, report } = machine
  let state: UpgradeState = { ...before, phase: 'GOING_BACK' }
  await writeUpgradeState(installation.kept, state)
  report(`Going back to ${state.from.version}: stopping ${state.to.version} …`)
  await machine.stop()
  await useRelease(installation, state.from.folder)
  if (state.mustRestore && !state.isRestored) state = await restoreBackup(machine, state)
  else report(state.isRestored ? 'The backup is restored already.' : SCHEMA_STAYS)
  report(`Starting ${state.from.version} …`)
  await machine.start('before')
  state = { ...state, phase: 'BACK' }
  await writeUpgradeState(installation.kept, state)
  report(`${state.from.version} serves again.`)
  return state
}

const SCHEMA_STAYS =
  'The schema stays as the newer release made it: its migrations only add, and the release before works on it. Nothing is restored, and nothing written since is lost.'

async function restoreBackup(machine: Machine, before: UpgradeState): Promise<UpgradeState> {
  const { config, installation, report } = machine
  const { backup, from } = before
  if (backup === null) throw new OperatorError('There is no backup of this upgrade to restore.')
  if (config.storage.kind === 'external') throw new OperatorError(restoreByHand(backup, from.folder))
  // Counted before: an attempt that is interrupted leaves a database in which another cannot begin.
  const state = { ...before, restores: before.restores + 1 }
  await writeUpgradeState(installation.kept, state)
  await moveDatabaseAside(machine, state)
  report(`Restoring ${backup} …`)
  // The release before may not know the schema of the backup, if an even newer one made it.
  await machine.goodword(state.to.folder, 'restore', backup, '--keep-schema')
  const restored = { ...state, isRestored: true, isMigrated: false }
  await writeUpgradeState(installation.kept, restored)
  return restored
}

/** A restore needs a folder without a database. The newer one stays, for what was written to it. */
async function moveDatabaseAside(
  { config, report }: Machine,
  { to, startedAt, restores }: UpgradeState,
): Promise<void> {
  const database = (await readPointer(config.dataDir)) ?? join(config.dataDir, 'postgres')
  if ((await stat(database).catch(() => null)) !== null) {
    const aside = `${database}-of-${to.version}-${startedAt}-${restores}`
    await rename(database, aside)
    report(`The database of ${to.version} was moved to ${aside}`)
  }
  await rm(pointerFile(config.dataDir), { force: true })
}

function restoreByHand(backup: string, folder: string): string {
  return (
    `The database at DATABASE_URL has the schema of the newer release, on which the release before cannot work, and no command empties ` +
    `it. The service is stopped. Create an empty database, set DATABASE_URL to it, and run ` +
    `${folder}/bin/goodword-server restore ${backup}. Then start the service; the link "current" leads to it already.`
  )
}
