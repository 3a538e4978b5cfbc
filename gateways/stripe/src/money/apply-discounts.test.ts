import { describe, expect, test } from 'vitest'
import { applyDiscounts, type DiscountedLine, type Terms } from './apply-discounts.ts'

describe('bills known from Stripe', () => {
  test.each([
    ['10 % and 20 % multiply', [50_00], ['10 %', '20 %'], 36_00],
    ['an amount comes after a percentage', [50_00], ['30 %', '5.00'], 30_00],
    ['several percentages come with an amount', [50_00], ['10 %', '20 %', '3.00'], 33_00],
    ['a percentage is rounded half up for its line', [5_99], ['20 %'], 4_79],
    ['nothing falls below zero, and nothing is carried over', [100_00], ['200.00'], 0],
    ['a credit beside a charge is not discounted', [-20_00, 50_00], ['10 %', '20 %'], 16_00],
  ])('the bill is right where %s', (_name, amounts, offs, expected) => {
    expect(
      totalOf(
        amounts.map((amount, place) => line(place, amount)),
        offs.map(terms),
      ),
    ).toBe(expected)
  })
})

describe('what the words leave open is decided so', () => {
  test('percentages are taken before amounts, whatever their order', () => {
    expect(totalOf([line(0, 50_00)], [terms('5.00'), terms('30 %')])).toBe(30_00)
  })

  test('each line is rounded by itself', () => {
    // 33.33 % of 1.00 three times, and not of 3.00.
    expect(totalOf([line(0, 100), line(1, 100), line(2, 100)], [terms('33.5 %')])).toBe(300 - 3 * 34)
  })

  test('an amount is spread by what is left of the lines, to the cent', () => {
    const taken = applyDiscounts([line(0, 100), line(1, 100), line(2, 100)], [terms('1.00')])
    expect(['0', '1', '2'].map((id) => taken.get(id)?.[0]?.amount)).toEqual([34, 33, 33])
  })

  test('a line’s own discounts come before the invoice’s', () => {
    const own = { ...line(0, 100_00), terms: [terms('10.00')] }
    expect(totalOf([own], [terms('50 %')])).toBe(45_00)
  })

  test('a discount for a product leaves the others alone', () => {
    const [tea, coffee] = [
      { ...line(0, 10_00), product: 'tea' },
      { ...line(1, 10_00), product: 'coffee' },
    ]
    const forTea = { ...terms('50 %'), products: ['tea'] }
    expect(totalOf([tea, coffee], [forTea])).toBe(15_00)
    expect(totalOf([tea, coffee], [{ ...terms('15.00'), products: ['tea'] }])).toBe(10_00)
  })

  test('a line that is not discountable stays as it is', () => {
    expect(totalOf([{ ...line(0, 10_00), isDiscountable: false }, line(1, 10_00)], [terms('10 %')])).toBe(
      19_00,
    )
  })
})

function line(place: number, amount: number): DiscountedLine {
  return { id: `${place}`, amount, isDiscountable: amount > 0, product: null, terms: [] }
}

function terms(text: string): Terms {
  const off = text.endsWith(' %')
    ? { kind: 'percent' as const, percent: text.slice(0, -2) }
    : { kind: 'amount' as const, amount: Math.round(Number(text) * 100) }
  return { discount: text, off, products: null }
}

function totalOf(lines: readonly DiscountedLine[], ofInvoice: readonly Terms[]): number {
  const taken = Array.from(applyDiscounts(lines, ofInvoice).values()).flat()
  return (
    lines.reduce((sum, { amount }) => sum + amount, 0) - taken.reduce((sum, { amount }) => sum + amount, 0)
  )
}
