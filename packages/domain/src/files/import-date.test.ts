import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  implausibleDate,
  isNoDate,
  likelyDateFormats,
  parseDateFormat,
  parseImportDate,
} from './import-date.ts'

const NOON = Date.UTC(2026, 0, 31, 12)

test.each([
  [NOON, NOON],
  [String(NOON), NOON],
  ['0', 0],
  ['2026-01-31', Date.UTC(2026, 0, 31)],
  ['2026-01-31T12:00:00Z', NOON],
  ['2026-01-31T12:00Z', NOON],
  ['2026-01-31 12:00:00 UTC', NOON],
  ['2026-01-31T12:00:00.1234567Z', NOON + 123],
  ['2026-01-31T12:00:00,5Z', NOON + 500],
  ['2026-01-31T14:00:00+02:00', NOON],
  ['2026-01-31T06:30:00-0530', NOON],
  ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ['2026-01-31 12:00:00.123+00', NOON + 123],
  ['2026-01-31 14:00:00+02', NOON],
  ['2026-01-31T12:00:00', null],
  ['2026-02-29', null],
  ['2026-13-01', null],
  ['2026-00-10', null],
  ['2026-01-31T24:00:00Z', null],
  ['2026-01-31T12:60:00Z', null],
  ['2026-01-31T12:00:00+15:00', null],
  ['1969-12-31', null],
  ['31.01.2026', null],
  ['01/31/2026', null],
  ['yesterday', null],
  ['', null],
  ['-1', null],
  [-1, null],
  [1.5, null],
  [Number.NaN, null],
  ['253402300800000', null],
  [true, null],
  [null, null],
  [{}, null],
])('the date %j is read as %j', (value, expected) => {
  expect(parseImportDate(value)).toBe(expected)
})

test('every moment that ISO 8601 writes is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (ms) => {
      expect(parseImportDate(new Date(ms).toISOString())).toBe(ms)
      expect(parseImportDate(String(ms))).toBe(ms)
    }),
  )
})

test.each([
  ['DD.MM.YYYY', '31.01.2026', Date.UTC(2026, 0, 31)],
  ['DD.MM.YYYY', '1.2.2026', Date.UTC(2026, 1, 1)],
  ['DD.MM.YYYY', '01.13.2026', null],
  ['DD.MM.YYYY', '2026-01-31', null],
  ['MM/DD/YYYY', '01/31/2026', Date.UTC(2026, 0, 31)],
  ['MM/DD/YYYY', '31/01/2026', null],
  ['YYYY-MM-DD', '2026-01-31', Date.UTC(2026, 0, 31)],
  ['YYYY-MM-DD', '26-01-31', null],
  ['YYYY-MM-DD HH:mm', '2026-01-31 12:00', NOON],
  ['DD.MM.YYYY, HH:mm:ss', '31.01.2026, 12:00:00', NOON],
  ['DD.MM.YYYY HH:mm', '31.01.2026 24:00', null],
  ['DD.MM.YYYY', '31.01.2026 12:00', null],
  ['DD.MM.YYYY', NOON, null],
  ['DD.MM.YYYY HH:mm', '31.01.2026', Date.UTC(2026, 0, 31)],
  ['YYYY-MM-DD HH:mm:ss', '2026-01-31 12:00', NOON],
  ['YYYY-MM-DD HH:mm:ss', '2026-01-31 ', null],
  ['MM/DD/YYYY hh:mm A', '1/31/2026 12:00 PM', NOON],
  ['MM/DD/YYYY hh:mm A', '01/31/2026 12:00am', Date.UTC(2026, 0, 31)],
  ['MM/DD/YYYY hh:mm A', '01/31/2026', Date.UTC(2026, 0, 31)],
  ['MM/DD/YYYY hh:mm:ss A', '1/31/2026, 1:30:15 p.m.', null],
  ['MM/DD/YYYY, hh:mm:ss A', '1/31/2026, 1:30:15 p.m.', Date.UTC(2026, 0, 31, 13, 30, 15)],
  ['MM/DD/YYYY, hh:mm:ss A', '1/31/2026, 1:30\u202fPM', Date.UTC(2026, 0, 31, 13, 30)],
  ['MM/DD/YYYY hh:mm A', '01/31/2026 13:00 PM', null],
  ['MM/DD/YYYY hh:mm A', '01/31/2026 10:00', null],
  ['s', '1769860800', NOON],
  ['s', 1_769_860_800.5, NOON + 500],
  ['s', '2026-01-31', null],
  ['ms', String(NOON), NOON],
  ['ms', '2026-01-31', null],
  ['ISO', '2026-01-31', Date.UTC(2026, 0, 31)],
  ['ISO', String(NOON), null],
])('in the format %s, %j is %j', (format, value, expected) => {
  expect(parseImportDate(value, parseDateFormat(format))).toBe(expected)
})

test.each([
  '',
  'MM/DD/YY',
  'DD.MM',
  'DD.MM.YYYY.MM',
  'DDMMYYYY',
  'D.M.YYYY',
  'MM/DD/YYYY hh:mm',
  'YYYY-MM-DD HH',
  'HH:mm YYYY-MM-DD',
  'yyyy-mm-dd',
  'iso',
  'DD MMM YYYY',
  'MM/DD/YYYY HH:mm A',
  `YYYY-MM-DD${' '.repeat(1000)}`,
])('the date format %j is refused, because it leaves something open', (format) => {
  expect(parseDateFormat(format)).toBeNull()
})

test.each([
  [1_767_600_000, '2026-01-05 in seconds'],
  ['1767600000', 'dateFormat=s'],
  ['46000', '2025-12-09 as the number of a day in a spreadsheet'],
  ['1999-12-31', 'is 1999-12-31, and nothing before 2000'],
  [0, 'is 1970-01-01'],
])('the time %j is not plausible, because %s', (value, expected) => {
  expect(implausibleDate(value, parseImportDate(value) ?? Number.NaN)).toContain(expected)
})

test('a time from 2000 on is plausible', () => {
  expect(implausibleDate('2000-01-01', Date.UTC(2000, 0, 1))).toBeNull()
})

test.each([
  ['0000-00-00', true],
  ['0000-00-00 00:00:00', true],
  ['0000-00-00 00:00:01', false],
  ['2000-00-00', false],
  [0, false],
])('%j says that there is no date: %s', (value, expected) => {
  expect(isNoDate(value)).toBe(expected)
})

test.each([
  ['31.01.2026', ['DD.MM.YYYY']],
  ['01/02/2026', ['MM/DD/YYYY', 'DD/MM/YYYY']],
  ['1/31/2026 4:05 PM', ['MM/DD/YYYY hh:mm A']],
  ['2026-01-31 12:00:00', ['YYYY-MM-DD HH:mm:ss']],
  ['yesterday', []],
])('the date %j is probably in one of the formats %j', (value, expected) => {
  expect(likelyDateFormats(value)).toEqual(expected)
})
