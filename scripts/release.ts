import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './checks/steps.ts'
import { archive, git, sha256Of, sourceDate } from './release/archive.ts'
import { billOfMaterials } from './release/bill-of-materials.ts'
import { packChart } from './release/chart.ts'
import { packLanguages } from './release/language-packages.ts'
import { notesOf, refusalsOf } from './release/notes.ts'
import { packPackages } from './release/npm-packages.ts'
import { checksumsOf, provenanceOf } from './release/provenance.ts'
import { installRelease, type Machine, writeReleaseTree } from './release/release-tree.ts'
import { inTemporaryFolder } from './release/temporary-folder.ts'
import { requireNothingOfThisMachine } from './release/traces.ts'

const USAGE = `Usage: npm run release -- <version> [--out <folder>] [--draft]
       npm run release -- --tree <folder>

Makes every file of a release in the folder dist/release, or --out. --draft takes a checkout with changes, and a version
without a date in CHANGELOG.md. --tree makes only the folder that an image runs, for this machine.
`

/** Linux with the GNU library: what the tarballs bring native parts for. */
const machines: readonly Machine[] = ['x64', 'arm64'].map((cpu) => ({
  os: 'linux',
  cpu,
  libc: () => 'glibc',
}))

process.exitCode = await run()

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      out: { type: 'string', default: join(root, 'dist/release') },
      tree: { type: 'string' },
      draft: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [asked, ...others] = positionals
  if (values.tree !== undefined && asked === undefined) {
    const { platform: os, arch: cpu } = process
    await makeTree(resolve(values.tree), { os, cpu, libc: () => 'glibc' })
    return 0
  }
  if (asked === undefined || others.length > 0 || values.tree !== undefined) {
    console.error(USAGE)
    return 2
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const changes = git('status', '--porcelain')
  const refusals = refusalsOf({ asked, version, changelog, changes }, values.draft)
  for (const refusal of refusals) console.error(refusal)
  if (refusals.length > 0) return 1
  await makeRelease(resolve(values.out), version, notesOf(changelog, version))
  return 0
}

async function makeRelease(folder: string, version: string, notes: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await packPackages(folder)
  for (const line of await packLanguages(folder)) console.log(line)
  for (const machine of machines) await packMachine(folder, version, machine)
  await packChart(folder, version)
  writeFileSync(join(folder, `goodword-${version}-notes.md`), notes)
  const names = readdirSync(folder).toSorted()
  const artefacts = await Promise.all(
    names.map(async (name) => ({ name, sha256: await sha256Of(join(folder, name)) })),
  )
  const source = {
    version,
    commit: git('rev-parse', 'HEAD'),
    sourceDate: sourceDate(),
    lockSha256: await sha256Of(join(root, 'package-lock.json')),
  }
  const statement = provenanceOf(artefacts, source, process.env)
  writeFileSync(join(folder, `goodword-${version}.intoto.json`), `${JSON.stringify(statement, null, 2)}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), checksumsOf(artefacts))
  for (const name of [...names, `goodword-${version}.intoto.json`, 'SHA256SUMS'])
    console.log(join(folder, name))
}

function packMachine(folder: string, version: string, machine: Machine): Promise<void> {
  const name = `goodword-${version}-${machine.os}-${machine.cpu}`
  return inTemporaryFolder(async (parent) => {
    const tree = join(parent, `goodword-${version}`)
    await makeTree(tree, machine)
    const bill = billOfMaterials(tree)
    writeFileSync(join(folder, `${name}.cdx.json`), bill)
    archive(parent, `goodword-${version}`, join(folder, `${name}.tar.gz`))
  })
}

async function makeTree(tree: string, machine: Machine): Promise<void> {
  mkdirSync(tree, { recursive: true })
  writeReleaseTree(tree, machine)
  requireNothingOfThisMachine(tree)
  await installRelease(root, tree, machine)
}
