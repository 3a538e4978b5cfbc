import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { webhookEventTypes } from '@goodword/contract/webhooks/event-types'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { buildZapierApp } from '../build.ts'
import { appOf } from './app.ts'

const app = appOf('1.2.3', '19.0.0')

test('every event but the test event has a trigger with a sample', () => {
  const types = Object.values(app.triggers).map(({ operation }) => operation.sample.type)
  expect(types).toEqual(webhookEventTypes.filter((type) => type !== 'test'))
  expect(app.triggers.reward_balance_changed).toMatchObject({
    noun: 'Reward',
    display: { label: 'Reward Balance Changed', description: 'Triggers when a balance changed.' },
  })
})

test('steps that give or take money cannot be set up without a key against repeats', () => {
  const withKey = Object.values(app.creates).filter(({ operation }) =>
    operation.inputFields.some(({ key, required }) => key === 'idempotencyKey' && required),
  )
  expect(withKey.map(({ key }) => key)).toEqual(['reward', 'discount', 'redemption'])
})

test('the built app is one file that needs nothing but Node, and says which platform it is for', async () => {
  const folder = join(temporaryFolder(), 'app')
  await buildZapierApp(folder)
  const built = createRequire(import.meta.url)(join(folder, 'index.js'))
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(Object.keys(built)).toEqual(Object.keys(app))
  expect(manifest.dependencies).toEqual({ 'zapier-platform-core': built.platformVersion })
  expect(manifest.version).toBe(built.version)
  expect(readFileSync(join(folder, 'index.js'), 'utf8')).not.toMatch(/require\("(?!node:)/)
})
