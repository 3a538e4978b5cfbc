import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from '../packages/client/build.ts'
import { root } from './checks/steps.ts'

/** `npm run pack`: makes the packages that other projects install, as files in `dist/`. */
const folder = join(root, 'dist')
const client = join(folder, 'client')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
await buildClient(client)
const tarball = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
  cwd: client,
  encoding: 'utf8',
})
rmSync(client, { recursive: true })
console.log(`dist/${tarball.trim()}`)
