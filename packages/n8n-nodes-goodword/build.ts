import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const here = import.meta.dirname
/** Sources by the names that n8n wants: it reads the name of a class off the name of its file. */
const nodes = {
  'nodes/goodword/Goodword.node': 'nodes/goodword/goodword.node',
  'nodes/goodword/GoodwordTrigger.node': 'nodes/goodword/goodword-trigger.node',
}
const credentials = { 'credentials/GoodwordApi.credentials': 'credentials/goodword-api.credentials' }
const icons = ['goodword.svg', 'goodword.dark.svg']

/**
 * Makes the package as n8n installs it: a file for each node and credential, with `n8n-workflow`, which n8n provides, as the only
 * thing that they load.
 */
export async function buildN8nNodes(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await build({
    entryPoints: Object.entries({ ...nodes, ...credentials }).map(([out, source]) => ({
      in: join(here, `${source}.ts`),
      out,
    })),
    outdir: join(folder, 'dist'),
    bundle: true,
    external: ['n8n-workflow'],
    platform: 'node',
    format: 'cjs',
    target: 'node20',
  })
  for (const icon of icons)
    copyFileSync(join(here, 'nodes/goodword', icon), join(folder, 'dist/nodes/goodword', icon))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  copyFileSync(join(here, 'README.md'), join(folder, 'README.md'))
  copyFileSync(join(here, '../../LICENSE'), join(folder, 'LICENSE'))
}

/** Makes the sources with the published manifest, as n8n's linter reads them. */
export function writeN8nSources(folder: string): void {
  for (const part of ['nodes', 'credentials'])
    cpSync(join(here, part), join(folder, part), { recursive: true })
  copyFileSync(join(here, '../client/src/enums.generated.ts'), join(folder, 'nodes/goodword/client.ts'))
  for (const name of readdirSync(join(folder, 'nodes/goodword')).filter((it) => it.endsWith('.ts'))) {
    const file = join(folder, 'nodes/goodword', name)
    // The linter lets a package load nothing, and so does the one that is published: the lists are in it.
    writeFileSync(file, readFileSync(file, 'utf8').replace("'@goodword/client'", "'./client'"))
  }
  for (const [out, source] of Object.entries({ ...nodes, ...credentials })) {
    renameSync(join(folder, `${source}.ts`), join(folder, `${out}.ts`))
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
}

function manifest() {
  const { name, description, license } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
  const { version } = JSON.parse(readFileSync(join(here, '../../package.json'), 'utf8'))
  return {
    name,
    version,
    description,
    license,
    homepage: `https://www.npmjs.com/package/${name}`,
    keywords: ['n8n-community-node-package', 'referral', 'referrals'],
    author: { name: 'The Goodword authors' },
    files: ['dist'],
    n8n: {
      n8nNodesApiVersion: 1,
      strict: true,
      nodes: Object.keys(nodes).map((path) => `dist/${path}.js`),
      credentials: Object.keys(credentials).map((path) => `dist/${path}.js`),
    },
    peerDependencies: { 'n8n-workflow': '*' },
  }
}
