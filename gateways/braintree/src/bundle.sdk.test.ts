import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { endCommand, startCommand } from '@goodword/sandbox/testing/run-command'
import { packPackages } from '@goodword/testing/packed-package'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, expect, test } from 'vitest'
import { bundle } from '../build.ts'
import { emptyMerchant } from './model/merchant.ts'
import { sdkFor } from './testing/given-merchant.ts'

const folder = temporaryFolder()
const empty = join(folder, 'empty')
const dist = join(folder, 'dist')
await bundle(dist)
packPackages([dist], folder).installIn(empty, { private: true })
const running = await startCommand(join(empty, 'node_modules/.bin/braintree-sandbox'), [], empty)
afterAll(() => endCommand(running))

test('the packed package, installed in an empty folder, brings nothing else along and serves the SDK', async () => {
  expect(readdirSync(join(empty, 'node_modules')).filter((each) => !each.startsWith('.'))).toEqual([
    'braintree-sandbox',
  ])
  const keys = [{ publicKey: 'sandbox_public', privateKey: 'sandbox_private' }]
  const gateway = sdkFor(running, emptyMerchant('sandbox', keys, { at: 0, runsSince: null }))
  const discounts = await gateway.discount.all()
  expect(discounts.map(({ id }) => id)).toEqual(['referral_discount', 'welcome_discount'])
})

test('the page of the bundle has its style, its script and its face inside', async () => {
  const page = await fetch(`${running.url}/`)
  expect(await page.text()).toContain('Ledger')
  const style = await fetch(`${running.url}/ledger-assets/paper.css`)
  expect(await style.text()).toContain('--line: 1.75rem')
  const script = await fetch(`${running.url}/ledger-assets/ledger.js`)
  expect(await script.text()).toContain('data-advance')
  const face = await fetch(`${running.url}/ledger-assets/face.woff2`)
  expect(Buffer.from(await face.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2')
})

test('the command of the README builds it with the Node that the project brings', () => {
  const root = join(import.meta.dirname, '../../..')
  const target = join(folder, 'built')
  const args = ['run', '--silent', 'braintree-sandbox:build', '--', target]
  const output = execFileSync('npm', args, { cwd: root, encoding: 'utf8' })
  expect(output.trim()).toBe(target)
  expect(readdirSync(target)).toContain('braintree-sandbox.mjs')
})
