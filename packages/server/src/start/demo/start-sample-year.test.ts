import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TenantId } from '@goodword/domain/values/ids'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startSampleYear } from './start-sample-year.ts'

test('a year that is complete starts no process, and a terminal says so', async () => {
  const shown: string[] = []
  const dataDir = await mkdtemp(join(tmpdir(), 'goodword-year-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await writeFile(join(dataDir, 'sample-year.json'), '{"startedAt":1767225600000,"day":null}\n')
  const keys = { alias: 'test_demo' as TenantId, apiKey: 'key', signingKey: 'key' }
  const { ended, close } = startSampleYear({ baseUrl: 'http://127.0.0.1:9' }, keys, null, dataDir, {
    logger: pino({ enabled: false }),
    quietTenants: new Set(),
    status: { show: (line) => void shown.push(line) },
  })
  expect(shown).toEqual(['The year of sample data is complete.\n'])
  expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap')
  expect(await ended).toBe(true)
  await close()
})
