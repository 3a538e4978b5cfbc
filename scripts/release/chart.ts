import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../checks/steps.ts'
import { archive } from './archive.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

/** The chart in the checkout has this version, because it has to have one. */
const UNRELEASED = '0.0.0'

/** Packs the Helm chart as `helm package` does, with the version of the release. Resolves with the name of the file. */
export function packChart(folder: string, version: string): Promise<string> {
  const name = `goodword-chart-${version}.tgz`
  return inTemporaryFolder(async (parent) => {
    const chart = join(parent, 'goodword')
    cpSync(join(root, 'deploy/chart'), chart, { recursive: true })
    const file = join(chart, 'Chart.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(UNRELEASED, version))
    archive(parent, 'goodword', join(folder, name))
    return name
  })
}
