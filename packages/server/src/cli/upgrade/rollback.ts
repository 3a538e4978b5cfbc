import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
import { endChildLeftBehind } from './child-program.ts'
import { findInstallation } from './installation.ts'
import { removeUnneededReleases } from './remove-unneeded-releases.ts'
import { answerOf, goBack, withUpgradeLock } from './upgrade.ts'
import { machineOptions, machineParameters, openMachine } from './upgrade-machine.ts'
import { readUpgradeState, undoableUpgrade } from './upgrade-state.ts'

export const rollback: Command = {
  name: 'rollback',
  parameters: `[--restore] [--yes] ${machineParameters}`,
  summary:
    'Go back to the release before the last upgrade. Its backup is restored with --restore, or where that release does not work on the newer schema.',
  async run(args, terminal) {
    const { options, flags } = readArguments(args, [], [...machineOptions], ['restore', 'yes'])
    const installation = await findInstallation(options.home)
    const machine = await openMachine(terminal, installation, options)
    return withUpgradeLock(installation.kept, async () => {
      await endChildLeftBehind(installation.kept, machine.report)
      const kept = await readUpgradeState(installation.kept)
      const state = kept === null ? null : undoableUpgrade(kept)
      if (state === null) throw new OperatorError('There is no upgrade to go back from.')
      const isMigrated = state.phase !== 'PREPARING'
      const mustRestore = state.mustRestore || flags.restore || (isMigrated && !state.isCompatible)
      // Nothing was written to the newer release that never was ready.
      if (mustRestore && state.phase === 'READY') await confirm(terminal, flags.yes, losses(state.backup))
      const ended = await goBack(machine, { ...state, mustRestore })
      // A release that was ready may be wanted again.
      if (state.phase !== 'READY') await removeUnneededReleases(machine, ended)
      return { answer: answerOf(ended).answer }
    })
  },
}

function losses(backup: string | null): string {
  return `The backup ${backup} is restored: everything written since then is lost to the service, and stays in the database that is moved aside.`
}
