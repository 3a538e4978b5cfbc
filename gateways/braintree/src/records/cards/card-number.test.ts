import { expect, test } from 'vitest'
import { testNonces } from '../../resources/cards/nonces.ts'
import { cardNumberOf, isWellFormed } from './card-number.ts'
import { isTestNumber } from './test-numbers.ts'

test.each([
  ['4111111111111111', 'Visa'],
  ['5555555555554444', 'MasterCard'],
  ['2223000048400011', 'MasterCard'],
  ['2720990000000007', 'MasterCard'],
  ['378282246310005', 'American Express'],
  ['6011111111111117', 'Discover'],
  ['3530111333300000', 'JCB'],
  ['36259600000004', 'Diners Club'],
  ['30569309025904', 'Diners Club'],
  ['6304000000000000', 'Maestro'],
  ['6212345678901232', 'UnionPay'],
  ['5066991111111118', 'Elo'],
  ['6370950000000005', 'Hiper'],
  ['6062820524845321', 'Hipercard'],
  ['1000000000000008', 'Unknown'],
])('%s is a card of %s', (number, cardType) => {
  expect(cardNumberOf(number)).toEqual({
    whole: number,
    bin: number.slice(0, 6),
    last4: number.slice(-4),
    cardType,
  })
})

test.each([
  ['4111111111111111', true],
  ['4111111111111112', false],
  ['79927398713', true],
  ['', false],
  ['4111-1111', false],
])('%s ends in the digit that it should: %s', (number, expected) => {
  expect(isWellFormed(number)).toBe(expected)
})

test('every test nonce stands for a test number that is well formed', () => {
  for (const [nonce, number] of testNonces) {
    expect([nonce, isWellFormed(number), isTestNumber(number)]).toEqual([nonce, true, true])
  }
})
