import { expect, test } from 'vitest'
import { exampleProgram } from '../frame/examples.ts'
import { parseValue } from '../frame/parse-value.ts'
import { Program, ProgramUpdate } from './program.ts'
import { publishableSettings, settingsOfOneMode } from './publishable-settings.ts'

const live: Program = { ...exampleProgram, version: 7, maxReferrerRewards: 5 }

test('a live program that has the settings of the test program changes nothing', () => {
  const reordered = Object.fromEntries(Object.entries(live).reverse())
  const testMode = parseValue(Program, { ...reordered, version: 2 }, 'program')
  expect(publishableSettings(testMode, live)).toEqual({ update: live, changes: [] })
})

test('every setting that differs goes along and is listed, except for those of one mode', () => {
  const { maxReferrerRewards: _, ...unlimited } = live
  const testMode: Program = {
    ...unlimited,
    version: 42,
    active: false,
    allowedOrigins: ['http://localhost:3000'],
    processorDiscountId: 'sandbox_discount',
    cookieDays: 30,
    referrerReward: null,
    theme: { accentColor: '#0b5cad' },
  }
  const { update, changes } = publishableSettings(testMode, live)
  expect(changes).toEqual([
    { field: 'cookieDays', live: 90, test: 30 },
    { field: 'referrerReward', live: live.referrerReward, test: null },
    { field: 'theme', live: {}, test: { accentColor: '#0b5cad' } },
    { field: 'maxReferrerRewards', live: 5, test: undefined },
  ])
  expect(update).toEqual({
    ...testMode,
    version: 7,
    active: true,
    allowedOrigins: live.allowedOrigins,
    processorDiscountId: live.processorDiscountId,
  })
  expect(parseValue(ProgramUpdate, update, 'program')).toEqual(update)
})

test('each setting of the program is either published or of one mode', () => {
  const fields = Object.keys(Program.properties).filter((it) => it !== 'version')
  const changed = fields.map((field) => {
    // Any other value: only whether it differs is asked.
    const testMode = { ...live, [field]: 'other' } as Program
    return publishableSettings(testMode, live).changes.map((it) => it.field)
  })
  expect(changed.flat()).toEqual(fields.filter((it) => !settingsOfOneMode.some((one) => one === it)))
})
