import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Currency,
  currencyDecimals,
  type Money,
  parseCurrency,
  priceFromNumber,
  priceFromText,
  priceToNumber,
  roundedHalfUp,
  shareOf,
} from './money.ts'
import { FULL_RATE, NO_RATE, type Rate } from './rate.ts'

const USD = 'USD' as Currency
const JPY = 'JPY' as Currency
const KWD = 'KWD' as Currency

const currencies = fc.constantFrom(USD, JPY, KWD)
const prices: fc.Arbitrary<Money> = currencies.chain((currency) =>
  fc
    .integer({
      min: 0,
      max: currency === JPY ? 99_999_999 : currency === USD ? 9_999_999_999 : 99_999_999_990,
    })
    .map((minor) => ({ minor, currency })),
)
const rates = fc.integer({ min: 0, max: 30_000 }).map((basisPoints) => basisPoints as Rate)

describe('a currency', () => {
  test.each([
    ['USD', 2],
    ['EUR', 2],
    ['XAF', 0],
    ['JPY', 0],
    ['KWD', 3],
    ['XCG', 2],
  ])('the currency %s is active and has %i decimals', (code, decimals) => {
    const currency = parseCurrency(code)
    expect(currency).toBe(code)
    expect(currencyDecimals(code as Currency)).toBe(decimals)
  })

  test.each(['usd', ' USD', '', 'HRK', 'BGN', 'CLF', 'UYW', 'XAU', 'XXX', 'USDUSD', 'toString', '__proto__'])(
    'the text %j is no currency that we bill in',
    (text) => {
      expect(parseCurrency(text)).toBeNull()
    },
  )

  test('a currency that was not parsed is a defect', () => {
    expect(() => currencyDecimals('usd' as Currency)).toThrow('usd')
  })
})

describe('a price from a number', () => {
  test.each([
    [19.99, USD, 1999],
    [0, USD, 0],
    [-0, USD, 0],
    [99_999_999.99, USD, 9_999_999_999],
    [99_999_999.99, KWD, 99_999_999_990],
    [99_999_999, JPY, 99_999_999],
    [1.005, KWD, 1005],
    [100_000_000, USD, 'out of range'],
    [99_999_999.995, USD, 'out of range'],
    [99_999_999.991, KWD, 'out of range'],
    [-0.01, USD, 'out of range'],
    [Number.NaN, USD, 'out of range'],
    [Number.POSITIVE_INFINITY, USD, 'out of range'],
    [0.1 + 0.2, USD, 'too many decimals'],
    [1.005, USD, 'too many decimals'],
    [1.5, JPY, 'too many decimals'],
    [99_999_999.99, JPY, 'too many decimals'],
    [5e-324, USD, 'too many decimals'],
  ])('the number %d in %s is the price %s', (value, currency, expected) => {
    const price = priceFromNumber(value, currency)
    expect(price).toEqual(typeof expected === 'number' ? { minor: expected, currency } : expected)
  })

  test('a price survives being shown', () => {
    fc.assert(
      fc.property(prices, (price) => {
        expect(priceFromNumber(priceToNumber(price), price.currency)).toEqual(price)
      }),
    )
  })
})

describe('a price from a text', () => {
  test.each([
    ['19.99', USD, 1999],
    ['19.990', USD, 1999],
    ['0019.9', USD, 1990],
    ['0', USD, 0],
    ['0.000', JPY, 0],
    ['99999999.99', USD, 9_999_999_999],
    ['99999999.99', KWD, 99_999_999_990],
    ['100000000', USD, 'out of range'],
    ['99999999.991', KWD, 'out of range'],
    ['99999999.9900001', USD, 'out of range'],
    ['9'.repeat(400), USD, 'out of range'],
    ['99999999.99', JPY, 'too many decimals'],
    ['0.30000000000000000001', USD, 'too many decimals'],
    ['1.005', USD, 'too many decimals'],
    ['', USD, 'malformed'],
    ['.5', USD, 'malformed'],
    ['5.', USD, 'malformed'],
    ['-1', USD, 'malformed'],
    ['+1', USD, 'malformed'],
    ['1e3', USD, 'malformed'],
    ['0x10', USD, 'malformed'],
    [' 1', USD, 'malformed'],
    ['1\n', USD, 'malformed'],
    ['1,000', USD, 'malformed'],
    ['١', USD, 'malformed'],
    ['NaN', USD, 'malformed'],
  ])('the text %j in %s is the price %s', (text, currency, expected) => {
    const price = priceFromText(text, currency)
    expect(price).toEqual(typeof expected === 'number' ? { minor: expected, currency } : expected)
  })

  test('a price from a text is the price of the same number', () => {
    const cents = fc.integer({ min: 0, max: 10_100_000_000 })
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 4 }), currencies, (scaled, decimals, currency) => {
        const text = (scaled / 10 ** decimals).toFixed(decimals)
        expect(priceFromText(text, currency)).toEqual(priceFromNumber(Number(text), currency))
      }),
    )
  })
})

describe('a share of a price', () => {
  test.each([
    [1999, 1000, 200],
    [5, 1000, 1],
    [4, 1000, 0],
    [1, 5000, 1],
    [1, 4999, 0],
    [9_999_999_999, 3333, 3_333_000_000],
    [1999, 0, 0],
    [1999, 10_000, 1999],
    [1999, 25_000, 1999],
  ])('the share of %i minor units at %i basis points is %i', (minor, rate, expected) => {
    expect(shareOf({ minor, currency: USD }, rate as Rate)).toEqual({ minor: expected, currency: USD })
  })

  test('a share is within half a minor unit of the exact one, a half up, and between nothing and the price', () => {
    fc.assert(
      fc.property(prices, rates, (price, rate) => {
        const share = shareOf(price, rate)
        const applied = Math.min(rate, FULL_RATE)
        const error = BigInt(share.minor) * 10_000n - BigInt(price.minor) * BigInt(applied)
        expect(error > -5_000n && error <= 5_000n).toBe(true)
        expect(share.minor).toBeGreaterThanOrEqual(0)
        expect(share.minor).toBeLessThanOrEqual(price.minor)
        expect(share.currency).toBe(price.currency)
      }),
    )
  })

  test('a share never shrinks as the rate grows', () => {
    fc.assert(
      fc.property(prices, rates, rates, (price, one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one]
        expect(shareOf(price, low).minor).toBeLessThanOrEqual(shareOf(price, high).minor)
      }),
    )
  })

  test('the share of no rate is nothing and of the full rate is the price', () => {
    fc.assert(
      fc.property(prices, (price) => {
        expect(shareOf(price, NO_RATE).minor).toBe(0)
        expect(shareOf(price, FULL_RATE)).toEqual(price)
      }),
    )
  })
})

test('rounding turns a half up and refuses what no amount can be', () => {
  expect(roundedHalfUp(1n, 2n)).toBe(1n)
  expect(roundedHalfUp(49n, 100n)).toBe(0n)
  expect(roundedHalfUp(3n, 2n)).toBe(2n)
  expect(() => roundedHalfUp(-1n, 2n)).toThrow(RangeError)
  expect(() => roundedHalfUp(1n, 0n)).toThrow(RangeError)
})
