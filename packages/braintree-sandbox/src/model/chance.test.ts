import { expect, test } from 'vitest'
import { givenMerchant } from '../testing/given-merchant.ts'
import { drawChance, isDrawn, shuffled } from './chance.ts'

test('the same chance draws the same, and another draws otherwise', () => {
  const draw = (chance: number) => {
    const merchant = givenMerchant()
    merchant.chance = chance
    return Array.from({ length: 20 }, () => drawChance(merchant))
  }
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  expect(draw(7).every((each) => each >= 0 && each < 1)).toBe(true)
})

test('a probability of a quarter comes to pass about once in four', () => {
  const merchant = givenMerchant()
  const drawn = Array.from({ length: 10_000 }, () => isDrawn(merchant, 0.25)).filter((it) => it)
  expect(drawn.length).toBeGreaterThan(2_300)
  expect(drawn.length).toBeLessThan(2_700)
})

test('a certain draw takes no random number, so that a switch that is off changes no story', () => {
  const merchant = givenMerchant()
  expect([isDrawn(merchant, 0), isDrawn(merchant, 1)]).toEqual([false, true])
  expect(merchant.chance).toBe(givenMerchant().chance)
})

test('shuffling keeps everything', () => {
  const things = Array.from({ length: 100 }, (_, place) => place)
  const order = shuffled(givenMerchant(), things)
  expect(order).not.toEqual(things)
  expect(Array.from(order).sort((a, b) => a - b)).toEqual(things)
})
