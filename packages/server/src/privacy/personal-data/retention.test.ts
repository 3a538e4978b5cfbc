import { PUBLIC_CLICK_DAYS } from '@goodword/domain/fraud/fraud-history'
import { expect, it } from 'vitest'
import { HASH_KEPT_MS, PAYLOAD_KEPT_MS } from '../../billing/notifications/sweep-notifications.ts'
import { FILE_KEPT_MS } from '../../files/exports/write-next-part.ts'
import { KEPT_MS } from '../../frame/idempotency/idempotent-execution.ts'
import { MAIL_KEPT_MS } from '../../outbound/mails/sending/sweep-mails.ts'
import { personalData } from './personal-data.ts'
import { retentionDays } from './treatment.ts'

const DAY_MS = 86_400_000

it('the list of personal data states the ages at which data is deleted', () => {
  // The ages of clicks are in the database's function, which a test of its own moves the clock for.
  expect(retentionDays).toMatchObject({
    payloads: PAYLOAD_KEPT_MS / DAY_MS,
    notifications: HASH_KEPT_MS / DAY_MS,
    answers: KEPT_MS / DAY_MS,
    exports: FILE_KEPT_MS / DAY_MS,
    invitations: MAIL_KEPT_MS / DAY_MS,
    clicks: 400,
    publicClicks: PUBLIC_CLICK_DAYS,
  })
})

it('every retention is that of a column', () => {
  const used = Object.values(personalData).flatMap((columns) =>
    Object.values(columns).flatMap((it) => ('retention' in it ? [it.retention] : [])),
  )
  expect([...new Set(used)].sort()).toEqual(Object.keys(retentionDays).sort())
})
