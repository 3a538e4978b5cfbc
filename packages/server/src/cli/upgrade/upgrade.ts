import { chown, cp, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { pointerFile, readPointer } from '../../engine/embedded-database/pointer.ts'
import { timeOfStart } from '../../engine/embedded-database/process-identity.ts'
import { worksOn } from '../../engine/schema/compatible-migrations.ts'
import { fileErrorCode } from '../../engine/secrets/private-file.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { type Answer, type Command, readArguments } from '../command.ts'
import { folderBytes, MEBIBYTE, MIN_BACKUP_BYTES, requireSpace } from '../free-space.ts'
import { endChildLeftBehind } from './child-program.ts'
import { currentRelease, findInstallation, type Release, readRelease, useRelease } from './installation.ts'
import { type Delivery, unpackDelivery, unpackedBytes, verifyDelivery } from './release-file.ts'
import { removeUnneededReleases } from './remove-unneeded-releases.ts'
import { type Machine, machineOptions, machineParameters, openMachine } from './upgrade-machine.ts'
import {
  type EarlierUpgrade,
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

/** The output of an upgrade at its end. */
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

/** The size of the packages that `npm ci` installs for a release without them. */
const PACKAGES_BYTES = 400 * MEBIBYTE
/** A backup of an embedded database takes a tenth of its space. */
const BACKUP_SHARE = 1 / 4

/**
 * Brings a verified release beside the present one, and decides whether an upgrade to it may begin. The service goes on as it was.
 *
 * @throws OperatorError when there is too little space, or the release is one that this installation cannot go to
 */
async function prepareUpgrade(
  machine: Machine,
  delivery: Delivery,
  backups: string,
  earlier: UpgradeState | null,
): Promise<UpgradeState> {
  const { installation, report, config } = machine
  const from = await currentRelease(installation)
  await mkdir(installation.releases, { recursive: true })
  await makeBackupsFolder(machine, backups)
  await requireSpace([
    {
      what: 'the release',
      folder: installation.releases,
      bytes: (await unpackedBytes(delivery)) + PACKAGES_BYTES,
    },
    { what: 'a backup', folder: backups, bytes: await backupBytes(config) },
  ])
  report('There is enough free space.')
  const to = await unpack(machine, from, delivery)
  requireForward(from, to)
  const added = to.migrations.filter((it) => !from.migrations.includes(it))
  const isCompatible = worksOn(added, from.migrations)
  const schema = added.length === 0 ? 'The schema stays the same.' : `Migrations to run: ${added.length}.`
  report(`${schema} ${isCompatible ? COMPATIBLE : incompatible(from)}`)
  return {
    phase: 'PREPARING',
    delivery,
    from: { folder: from.folder, version: from.version },
    to: { folder: to.folder, version: to.version },
    isCompatible,
    backup: null,
    mustRestore: false,
    restores: 0,
    isRestored: false,
    reason: null,
    startedAt: Date.now(),
    isMigrated: false,
    earlier: await keptEarlier(earlier, from, to),
  }
}

/** An earlier upgrade can be taken back as long as it led to the present release, and its own release before is there. */
async function keptEarlier(
  upgrade: UpgradeState | null,
  present: Release,
  newest: Release,
): Promise<EarlierUpgrade | null> {
  if (upgrade === null || upgrade.to.folder !== present.folder) return null
  const before = await readRelease(upgrade.from.folder).catch(() => null)
  if (before === null) return null
  const added = newest.migrations.filter((it) => !before.migrations.includes(it))
  return { upgrade, worksOnNewest: worksOn(added, before.migrations) }
}

const COMPATIBLE = 'The release before works on the new schema, so it can come back without a restore.'

function incompatible({ version }: Release): string {
  return `${version} does not work on the new schema, so the backup is made while the service is stopped, and restored if it has to come back.`
}

/** The folder is named after version and checksum: a version may be built again. */
async function unpack(machine: Machine, from: Release, delivery: Delivery): Promise<Release> {
  const { installation, report, run } = machine
  const { releases } = installation
  const mark = delivery.sha256.slice(0, 12)
  const unpacked = (await readdir(releases)).find((it) => it.endsWith(`-${mark}`))
  if (unpacked !== undefined && basename(from.folder) === unpacked)
    throw new OperatorError(`This release is the one in use (${from.version}). Nothing was changed.`)
  if (unpacked !== undefined) return readRelease(join(releases, unpacked))
  report(`Unpacking ${delivery.path} …`)
  const folder = await unpackDelivery(delivery, join(releases, mark), async (staging) => {
    const { version } = await readRelease(staging)
    const name = `goodword-${version}-${mark}`
    const settings = join(from.folder, '.env')
    if ((await stat(settings).catch(() => null)) !== null) await cp(settings, join(staging, '.env'))
    if ((await stat(join(staging, 'node_modules')).catch(() => null)) === null) {
      report('Installing its packages …')
      await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], staging)
    }
    return join(releases, name)
  })
  report(`It is in ${folder}.`)
  return readRelease(folder)
}

/** @throws OperatorError for an older release whose schema is another one */
function requireForward(from: Release, to: Release): void {
  if (compareVersions(to.version, from.version) >= 0) return
  if (to.migrations.join() === from.migrations.join()) return
  throw new OperatorError(
    `${to.version} is older than ${from.version}, and its schema is another one. Nothing was changed. "rollback" goes back to the ` +
      'release before the last upgrade.',
  )
}

async function backupBytes({ storage, dataDir }: Config): Promise<number> {
  if (storage.kind === 'external') return MIN_BACKUP_BYTES
  const database = (await readPointer(dataDir)) ?? join(dataDir, 'postgres')
  return Math.max(MIN_BACKUP_BYTES, (await folderBytes(join(database, 'cluster'))) * BACKUP_SHARE)
}

/** The command that writes the backup runs as the user of the data. */
async function makeBackupsFolder({ user }: Machine, folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined && user !== null) await chown(folder, user.uid, user.gid)
}

/** Below 0 if the first version is the older one; a version such as `1.0.0-rc.1` is older than `1.0.0`. */
export function compareVersions(one: string, other: string): number {
  const [core = '', candidate] = partsOf(one)
  const [otherCore = '', otherCandidate] = partsOf(other)
  const byCore = compareNumbers(core, otherCore)
  if (byCore !== 0 || candidate === otherCandidate) return byCore
  if (candidate === undefined || otherCandidate === undefined) return candidate === undefined ? 1 : -1
  return compareNumbers(candidate, otherCandidate)
}

/** The text after a plus sign names a build, and has no rank. */
function partsOf(version: string): readonly (string | undefined)[] {
  const [ranked = ''] = version.split('+')
  const dash = ranked.indexOf('-')
  return dash === -1 ? [ranked] : [ranked.slice(0, dash), ranked.slice(dash + 1)]
}

function compareNumbers(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}

const RELEASED = 'released'

/**
 * Runs work while no other upgrade of this installation does. A holder that was killed leaves its file, and to delete the file
 * of a dead holder could delete that of its successor: each takes the next number instead, which only one can.
 *
 * @throws OperatorError while another process upgrades
 */
export async function withUpgradeLock<T>(kept: string, work: () => Promise<T>): Promise<T> {
  const folder = join(kept, 'lock')
  await mkdir(folder, { recursive: true })
  const mine = await take(folder)
  try {
    return await work()
  } finally {
    await writeFile(mine, RELEASED)
  }
}

async function take(folder: string): Promise<string> {
  const highest = Math.max(0, ...(await numbersIn(folder)))
  const holder =
    highest === 0 ? RELEASED : await readFile(join(folder, `${highest}`), 'utf8').catch(() => null)
  // Its successor has just removed it.
  if (holder === null) throw busy(null)
  const [pid = '', startedAt] = holder.split(' ')
  if (startedAt !== undefined && (await timeOfStart(Number(pid))) === startedAt) throw busy(pid)
  const mine = join(folder, `${highest + 1}`)
  const draft = join(folder, `draft-${process.pid}`)
  await writeFile(draft, `${process.pid} ${await timeOfStart(process.pid)}`)
  try {
    await link(draft, mine)
  } catch (error) {
    throw fileErrorCode(error) === 'EEXIST' ? busy(null) : error
  } finally {
    await rm(draft, { force: true })
  }
  const numbers = await numbersIn(folder)
  if (Math.max(...numbers) !== highest + 1) {
    await rm(mine)
    throw busy(null)
  }
  for (const lower of numbers.filter((it) => it <= highest))
    await rm(join(folder, `${lower}`), { force: true })
  return mine
}

async function numbersIn(folder: string): Promise<readonly number[]> {
  return (await readdir(folder)).filter((name) => /^\d+$/.test(name)).map(Number)
}

function busy(pid: string | null): OperatorError {
  const who = pid === null ? 'Another process' : `Process ${pid}`
  return new OperatorError(`${who} is upgrading this installation. Wait until it has ended.`)
}

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

/** A restore needs a folder without a database. The newer one stays, for the changes written to it. */
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
