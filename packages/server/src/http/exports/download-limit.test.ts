import type { TenantId } from '@goodword/domain/ids'
import { expect, test } from 'vitest'
import { createDownloadLimit } from './download-limit.ts'

const [acme, other, third] = ['acme', 'other', 'third'] as TenantId[] as [TenantId, TenantId, TenantId]

test('a tenant has a part of the places of a process, and gets them back', () => {
  const limit = createDownloadLimit({ ofProcess: 3, ofTenant: 2 })
  const first = limit.begin(acme)
  expect(limit.begin(acme)).not.toBeNull()
  expect(limit.begin(acme)).toBeNull()
  const others = limit.begin(other)
  expect(others).not.toBeNull()
  expect(limit.begin(third)).toBeNull()
  first?.()
  expect(limit.begin(third)).not.toBeNull()
  expect(limit.begin(acme)).toBeNull()
  others?.()
  expect(limit.begin(acme)).not.toBeNull()
})
