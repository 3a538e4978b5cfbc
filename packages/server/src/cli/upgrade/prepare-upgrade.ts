import { chown, cp, mkdir, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Config } from '../../config.ts'
import { readPointer } from '../../engine/embedded-database/pointer.ts'
import { worksOn } from '../../engine/schema/compatible-migrations.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { folderBytes, MEBIBYTE, MIN_BACKUP_BYTES, requireSpace } from '../free-space.ts'
import { currentRelease, type Release, readRelease } from './installation.ts'
import { type Delivery, unpackDelivery, unpackedBytes } from './release-file.ts'
import type { Machine } from './upgrade-machine.ts'
import type { EarlierUpgrade, UpgradeState } from './upgrade-state.ts'
import { compareVersions } from './versions.ts'

/** What `npm ci` installs for a release without packages. */
const PACKAGES_BYTES = 400 * MEBIBYTE
/** A backup of an embedded database takes a tenth of its space. */
const BACKUP_SHARE = 1 / 4

/**
 * Brings a verified release beside the present one, and decides whether an upgrade to it may begin. The service goes on as it was.
 *
 * @throws OperatorError when there is too little space, or the release is one that this installation cannot go to
 */
export async function prepareUpgrade(
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
