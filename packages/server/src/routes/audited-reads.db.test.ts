import { allEndpoints } from '@goodword/contract/all-endpoints'
import type { AuditEntry } from '@goodword/contract/staff/audit-entry'
import { expect, test } from 'vitest'
import { runJobs } from '../testing/exported-files.ts'
import { entriesOf } from '../testing/merchant.ts'
import { writeStories } from '../testing/requests/write-stories.ts'
import { credentialsFor } from '../testing/staff/credentials.ts'
import { startTestService } from '../testing/test-service.ts'

const service = await startTestService()
// Lists are in the order of time.
service.clock.step = 1
const unknownId = '019c13ec-9e00-7000-854b-b3ee23565fa4'

async function auditOf(): Promise<readonly AuditEntry[]> {
  const { body } = await service.call('GET', '/audit?limit=1000')
  return body.entries as AuditEntry[]
}

const shows: Readonly<Record<string, () => Promise<string>>> = {
  async readUserData() {
    await service.addUser('shown_account')
    return '/account/shown_account/user/shown_account_user/data'
  },
  readMail: async () => `/mails/${unknownId}`,
  listStaffMails: async () => '/staff-mails',
  listImportErrors: async () => `/imports/${unknownId}/errors`,
  readRejectedRows: async () => `/imports/${unknownId}/rejected`,
  readNotification: async () => `/notifications/${unknownId}`,
}

test('I13: every read that shows what is about single people leaves an entry, also one by a key that may do little else', async () => {
  const shown = allEndpoints.filter((it) => it.showsPersonalData === true)
  expect(shown.map((it) => it.name).sort()).toEqual(Object.keys(shows).sort())
  const { apiKey } = await service.newKey(['admin'])
  for (const endpoint of shown) {
    const path = (await shows[endpoint.name]?.()) ?? ''
    const { alias } = service.live
    const { key, headers } = await credentialsFor(service, endpoint, { ...service.live, apiKey })
    const before = (await auditOf()).length
    await service.call('GET', path, { alias, key, headers })
    const entries = await auditOf()
    const made = entries.slice(0, entries.length - before)
    expect(new Set(made.map((it) => it.action))).toEqual(new Set([endpoint.name]))
    expect(JSON.stringify(made)).not.toContain('shown_account_user')
  }
  const [read] = (await auditOf()).filter((it) => it.action === 'readUserData')
  const { body: found } = await service.call('GET', '/users?query=shown_account_user')
  expect(entriesOf(found.users)).toHaveLength(1)
  expect(read).toMatchObject({ accountId: 'shown_account', subject: expect.any(String) })
})

test('I13: a download of an export by its signed URL leaves an entry for each part', async () => {
  const { path, body } = await writeStories.createExport(service, 'shown')
  const { body: made } = await service.call('POST', path, { body: body ?? {} })
  await runJobs(service.ctx, service.live.alias)
  const { body: done } = await service.call('GET', `/exports/${String(made.id)}`)
  const url = new URL(String(done.downloadUrl))
  const address = url.pathname + url.search
  await service.app.inject({ url: address, headers: { 'user-agent': 'curl' } })
  await service.app.inject({ url: address, headers: { range: 'bytes=2-' } })
  await service.app.inject({ url: `${address}x` })
  const entries = (await auditOf()).filter((it) => it.action === 'export.download')
  expect(entries).toMatchObject([
    { actor: 'signed link', subject: made.id, details: { range: 'bytes=2-' }, address: '127.0.0.1' },
    { actor: 'signed link', subject: made.id, details: { range: null }, userAgent: 'curl' },
  ])
})
