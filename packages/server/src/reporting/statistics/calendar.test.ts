import { LAST_TIME } from '@goodword/domain/values/last-time'
import { expect, test } from 'vitest'
import { ZonedCalendar } from './calendar.ts'

test.each([
  ['Pacific/Kiritimati', '8999-12-30'],
  ['UTC', '8999-12-30'],
  ['Pacific/Pago_Pago', '8999-12-29'],
])('a time later than all days is on the last one: in %s %s', (timeZone, lastDay) => {
  const calendar = new ZonedCalendar(timeZone)
  for (const later of [Date.UTC(8999, 11, 30), Date.UTC(9000, 0), LAST_TIME, 8.64e15]) {
    expect(calendar.dayOf(later)).toBe(lastDay)
  }
  const before = calendar.startOf(lastDay) - 1
  expect(calendar.dayOf(before) < lastDay).toBe(true)
})
