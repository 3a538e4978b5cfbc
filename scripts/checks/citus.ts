import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CitusSettings, findCitus } from '../../packages/server/src/testing/cluster/find-citus.ts'
import { root } from './steps.ts'

/** The test projects on a Citus cluster. */
export const clusterProjects = 'cluster*'

/** Where a machine that is made for the run may have Citus, beside the checkout. */
const FOLDER = join(root, '../shared/citus')

/** The settings with which the cluster's tests find Citus; a notice where they cannot run. */
export function provideCitus(): Readonly<Record<'CITUS_ARCHIVE' | 'CITUS_SOURCE', string>> | string {
  const settings = process.env.CI === 'true' ? { ...besideCheckout(), ...process.env } : process.env
  const found = findCitus(settings)
  if (typeof found === 'string') return `not run: the tests on a Citus cluster, because ${found}`
  const { CITUS_ARCHIVE = '', CITUS_SOURCE = '' } = settings
  return { CITUS_ARCHIVE, CITUS_SOURCE }
}

function besideCheckout(): CitusSettings {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER) : []
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const archive = files.find((it) => it.startsWith('citus-') && it.includes(`-${architecture}.t`))
  return archive === undefined ? {} : { CITUS_ARCHIVE: join(FOLDER, archive) }
}
