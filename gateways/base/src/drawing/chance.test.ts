import { expect, test } from 'vitest'
import { givenAccount } from '../testing/given-account.ts'
import { drawChance, isDrawn, shuffled } from './chance.ts'

test('the same chance draws the same, and another draws otherwise', () => {
  const draw = (chance: number) => {
    const account = givenAccount()
    account.chance = chance
    return Array.from({ length: 20 }, () => drawChance(account))
  }
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  expect(draw(7).every((each) => each >= 0 && each < 1)).toBe(true)
})

test('a probability of a quarter comes to pass about once in four', () => {
  const account = givenAccount()
  const drawn = Array.from({ length: 10_000 }, () => isDrawn(account, 0.25)).filter((it) => it)
  expect(drawn.length).toBeGreaterThan(2_300)
  expect(drawn.length).toBeLessThan(2_700)
})

test('a certain draw takes no random number, so that a switch that is off changes no story', () => {
  const account = givenAccount()
  expect([isDrawn(account, 0), isDrawn(account, 1)]).toEqual([false, true])
  expect(account.chance).toBe(givenAccount().chance)
})

test('shuffling keeps everything', () => {
  const things = Array.from({ length: 100 }, (_, place) => place)
  const order = shuffled(givenAccount(), things)
  expect(order).not.toEqual(things)
  expect(Array.from(order).sort((a, b) => a - b)).toEqual(things)
})
