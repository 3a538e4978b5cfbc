import { join, resolve } from 'node:path'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { type Answer, type Command, readArguments } from '../command.ts'
import { endChildLeftBehind } from './child-program.ts'
import { goBack } from './go-back.ts'
import { findInstallation, useRelease } from './installation.ts'
import { prepareUpgrade } from './prepare-upgrade.ts'
import { verifyDelivery } from './release-file.ts'
import { removeUnneededReleases } from './remove-unneeded-releases.ts'
import { withUpgradeLock } from './upgrade-lock.ts'
import { type Machine, machineOptions, machineParameters, openMachine } from './upgrade-machine.ts'
import {
  isUnfinished,
  readUpgradeState,
  type UpgradeState,
  undoableUpgrade,
  writeUpgradeState,
} from './upgrade-state.ts'

export const upgrade: Command = {
  name: 'upgrade',
  parameters: `<tarball or folder> [--sums <file>] [--backups <folder>] ${machineParameters}`,
  summary:
    'Replace the running release by another one: verify it, back up, stop, migrate, start. If it is not ready in time, the release before serves again. Can be repeated after an interruption.',
  async run(args, terminal) {
    const { positionals, options } = readArguments(
      args,
      ['tarball or folder'],
      ['sums', 'backups', ...machineOptions],
    )
    const installation = await findInstallation(options.home)
    const machine = await openMachine(terminal, installation, options)
    return withUpgradeLock(installation.kept, async () => {
      await endChildLeftBehind(installation.kept, machine.report)
      const delivery = await verifyDelivery(resolve(positionals[0] ?? ''), options.sums)
      machine.report(`The checksum of ${delivery.path} is right.`)
      const backups = resolve(options.backups ?? join(installation.home, 'backups'))
      const kept = await readUpgradeState(installation.kept)
      if (kept === null || !isUnfinished(kept)) {
        const earlier = kept === null ? null : undoableUpgrade(kept)
        const begun = await prepareUpgrade(machine, delivery, backups, earlier)
        await writeUpgradeState(installation.kept, begun)
        return goForward(machine, begun, backups)
      }
      if (kept.delivery.sha256 !== delivery.sha256) throw new OperatorError(another(kept))
      machine.report(
        `Going on with the upgrade from ${kept.from.version} to ${kept.to.version}, which was interrupted.`,
      )
      return kept.phase === 'GOING_BACK'
        ? goBackAfterFailure(machine, kept)
        : goForward(machine, kept, backups)
    })
  },
}

function another({ from, to, delivery }: UpgradeState): string {
  return (
    `The upgrade from ${from.version} to ${to.version} was interrupted. Run it again with ${delivery.path}, or "rollback", before ` +
    'another one.'
  )
}

async function goForward(machine: Machine, begun: UpgradeState, backups: string): Promise<Answer> {
  const { installation, report } = machine
  let state = begun
  const keep = async (changed: Partial<UpgradeState>): Promise<void> => {
    state = { ...state, ...changed }
    await writeUpgradeState(installation.kept, state)
  }
  const backUp = async (): Promise<void> => {
    const time = new Date().toISOString().replaceAll(':', '-')
    const ending = machine.config.backups.isEncrypted ? 'gz.age' : 'gz'
    const file = join(backups, `before-${state.to.version}-${time}.${ending}`)
    report(`Backing up to ${file} …`)
    await machine.goodword(state.to.folder, 'backup', file)
    await keep({ backup: file })
  }
  if (state.phase === 'PREPARING' && state.isCompatible && state.backup === null) await backUp()
  report(`Stopping ${state.from.version} …`)
  await machine.stop()
  try {
    // Made anew where an interruption let the service go on: nothing written since the backup may be lost.
    if (state.phase === 'PREPARING' && !state.isCompatible) await backUp()
    await keep({ phase: 'MIGRATING', isMigrated: true, mustRestore: !state.isCompatible })
    report('Migrating …')
    await machine.goodword(state.to.folder, 'migrate')
    await useRelease(installation, state.to.folder)
    report(`Starting ${state.to.version} …`)
    await machine.start('new')
    // The release before the present one goes below.
    await keep({ phase: 'READY', earlier: null })
    report(
      `${state.to.version} is ready. "rollback" goes back to ${state.from.version}, whose folder stays: ${state.from.folder}`,
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    report(`${state.to.version} could not be brought into use: ${reason}`)
    await keep({ reason, mustRestore: state.phase === 'MIGRATING' && state.mustRestore })
    return goBackAfterFailure(machine, state)
  }
  await removeUnneededReleases(machine, state)
  return answerOf(state)
}

async function goBackAfterFailure(machine: Machine, failed: UpgradeState): Promise<Answer> {
  const state = await goBack(machine, failed)
  await removeUnneededReleases(machine, state)
  const undoable = undoableUpgrade(state)
  if (undoable !== null)
    machine.report(`"rollback" still goes back to ${undoable.from.version}: ${undoable.from.folder}`)
  return answerOf(state)
}

/** What an upgrade writes to standard output at its end. */
export function answerOf(state: UpgradeState): Answer {
  const { phase, from, to, backup, reason, isRestored } = state
  const answer = {
    release: phase === 'READY' ? to.version : from.version,
    before: phase === 'READY' ? from.version : to.version,
    backup,
    restored: isRestored,
    reason,
  }
  return { answer, failed: phase !== 'READY' }
}
