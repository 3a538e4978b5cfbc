import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type NodeProgram, startNode } from '@goodword/testing/node-program'
import { root } from '../checks/steps.ts'
import type { LocalRegistry } from './local-registry.ts'

/** Another checkout with the bootstrap of this one, programs that print their input, and few packages. */
export type SmallCheckout = {
  readonly folder: string
  /** `npm run <command>` there. */
  readonly run: (command: string) => NodeProgram
  /** Locks other versions of packages than 1.0.0. */
  readonly lock: (versions: Readonly<Record<string, string>>) => void
}

/** Says what it has, and ends when its portal is built, or was built before. */
const SERVICE = `
import ledger from 'ledger'
import nested from 'nested'
console.log('service with', ledger, 'and', nested)
process.once('message', ({ portal }) => { console.log('portal:', portal); process.disconnect() })
process.send?.({ begin: 'portal' })
`

const BUILD = `
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import bundler from 'bundler'
import { stampFile, stampOfSources } from './sources.mjs'
mkdirSync(dirname(stampFile), { recursive: true })
writeFileSync(stampFile, stampOfSources())
writeFileSync(stampFile.replace('.sources', 'index.html'), bundler)
`

/** It goes on until it is ended, and uses a package only then. */
const SHOP = `
console.log('open')
process.once('SIGTERM', async () => { console.log((await import('ledger')).default); process.exit() })
setInterval(() => undefined, 1000)
`

const workspaces = {
  'packages/server': { dependencies: { ledger: '1.0.0', nested: '2.0.0' } },
  'gateways/braintree': {},
  'gateways/stripe': {},
  'examples/shop': { dependencies: { ledger: '1.0.0' } },
  'packages/portal': { devDependencies: { bundler: '1.0.0' } },
}
const linter = { devDependencies: { linter: '1.0.0', nested: '1.0.0' } }

export function makeSmallCheckout(folder: string, registry: LocalRegistry): SmallCheckout {
  const put = (file: string, content: string | object): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const lock = (versions: Readonly<Record<string, string>>): void => {
    const entryOf = (name: string) => registry.entryOf(name, versions[name])
    const links = Object.keys(workspaces).map((resolved) => [
      `node_modules/@small/${resolved.split('/')[1]}`,
      { resolved, link: true },
    ])
    put('package-lock.json', {
      lockfileVersion: 3,
      packages: {
        '': linter,
        ...workspaces,
        ...Object.fromEntries(links),
        'node_modules/bundler': entryOf('bundler'),
        'node_modules/ledger': { ...entryOf('ledger'), optionalDependencies: { elsewhere: '1.0.0' } },
        'node_modules/elsewhere': { ...entryOf('elsewhere'), os: ['plan9'], optional: true },
        'node_modules/linter': entryOf('linter'),
        'node_modules/nested': entryOf('nested'),
        'packages/server/node_modules/nested': registry.entryOf('nested', '2.0.0'),
      },
    })
  }
  for (const path of ['scripts/bootstrap.mjs', 'scripts/bootstrap', 'packages/portal/sources.mjs']) {
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  const sources = [
    'portal/index.html',
    'portal/vite-options.ts',
    ...['portal', 'client', 'contract', 'domain'].map((it) => `${it}/src/one.ts`),
  ]
  for (const source of sources) put(`packages/${source}`, '')
  put('docs/guides/reference/integrate.md', '')
  put('package.json', { name: 'small', type: 'module', workspaces: ['packages/*', 'examples/*'], ...linter })
  for (const [workspace, manifest] of Object.entries(workspaces)) {
    put(`${workspace}/package.json`, {
      name: `@small/${workspace.split('/')[1]}`,
      type: 'module',
      ...manifest,
    })
  }
  put('packages/server/src/main.ts', SERVICE)
  put('packages/portal/build.ts', BUILD)
  put('examples/shop/src/main.ts', SHOP)
  put(
    'scripts/check.ts',
    `import linter from 'linter'; import nested from 'nested'; console.log(linter, nested)`,
  )
  lock({})
  const env = {
    HOME: folder,
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_fetch_retries: '0',
  }
  const run = (command: string) => startNode([join(folder, 'scripts/bootstrap.mjs'), command], { env })
  return { folder, lock, run }
}
