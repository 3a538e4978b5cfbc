import type { Statistics } from '@goodword/client'
import { expect, test } from 'vitest'
import { shareFunnel } from './share-funnel.ts'

const referrals = (
  channel: Statistics['channels'][number]['channel'],
  attributed: number,
  converted: number,
) => ({
  channel,
  attributed,
  converted,
  ended: 0,
})

const statistics = {
  funnel: {
    clicks: 90,
    visitors: 60,
    identified: 10_009,
    attributed: 1020,
    converted: 407,
    ended: 0,
    conversionRate: 39.9,
  },
  channels: [referrals('LINK', 12, 5), referrals('CODE', 8, 2), referrals('IMPORTED', 1000, 400)],
}

const valuesOf = (steps: ReturnType<typeof shareFunnel>) => steps.map((it) => it.value)

test('the funnel of all channels begins with clicks, and leaves out imported referrals', () => {
  expect(valuesOf(shareFunnel(statistics, null))).toEqual([90, 60, 20, 7])
})

test('the funnel of share links has their clicks, and the funnel of codes has none', () => {
  expect(valuesOf(shareFunnel(statistics, 'LINK'))).toEqual([90, 60, 12, 5])
  expect(valuesOf(shareFunnel(statistics, 'CODE'))).toEqual([8, 2])
})

test('a channel without referrals has none in the funnel', () => {
  expect(valuesOf(shareFunnel(statistics, 'COUPON'))).toEqual([0, 0])
})
